/** Questions and answers. Rules: docs/product/support.md#faq. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, asMember, body, Instant, memberFailures, noContent, PageQuery, page, RowNumber } from './shapes';

/** The topics of questions and of tickets, in the order of the pages. */
export const supportCategories = [
  'account-security',
  'deposits',
  'withdrawals',
  'plants-harvest',
  'affiliate',
  'appointments-events',
  'app-technical',
  'privacy',
  'other',
] as const;
export const SupportCategory = z.enum(supportCategories);
export type SupportCategory = z.infer<typeof SupportCategory>;

/** Words that somebody searches for. */
export const SearchWords = z.string().trim().min(2).max(100);

export const Faq = z
  .object({
    id: z.int(),
    category: SupportCategory,
    /** HTML: the escaped question, with `<mark>` around hits of a search. */
    question_html: z.string(),
    /** The question as plain text. */
    question: z.string(),
    /** HTML of the staff's Markdown, cleaned, with `<mark>` around hits of a search. */
    answer_html: z.string(),
    language: z.enum(['en', 'de']),
    helpful_yes: z.int(),
    helpful_no: z.int(),
    /** The member's own vote. */
    my_vote: z.enum(['yes', 'no']).nullish(),
    updated_at: Instant,
    position: z.int(),
  })
  .openapi('Faq');
export type Faq = z.infer<typeof Faq>;

export const listFaq = createRoute({
  method: 'get',
  path: '/support/faq',
  tags: ['Support'],
  operationId: 'listFaq',
  summary: 'Questions and answers: of a topic by position, of a search by rank; in the language of the request first',
  ...withAbility('support:read'),
  request: {
    query: PageQuery.extend({
      category: SupportCategory.optional(),
      q: SearchWords.optional(),
      /** A search puts answers of this topic higher. It leaves out no others. */
      prefer: SupportCategory.optional(),
    }),
  },
  responses: { 200: answers(page(Faq).openapi('FaqPage'), 'One page'), ...memberFailures },
});

const params = z.object({ id: RowNumber });

export const getFaq = createRoute({
  method: 'get',
  path: '/support/faq/{id}',
  tags: ['Support'],
  operationId: 'getFaq',
  summary: 'One question and its answer',
  ...withAbility('support:read'),
  request: { params },
  responses: { 200: answers(Faq, 'The question and its answer'), ...memberFailures },
});

export const rateFaq = createRoute({
  method: 'post',
  path: '/support/faq/{id}/rating',
  tags: ['Support'],
  operationId: 'rateFaq',
  summary: 'Say whether an answer was helpful, change it, or take it back',
  ...asMember,
  request: { params, ...body(z.strictObject({ vote: z.enum(['yes', 'no']).nullable() })) },
  responses: { 204: noContent, ...memberFailures },
});

export const listSupportCategories = createRoute({
  method: 'get',
  path: '/support/categories',
  tags: ['Support'],
  operationId: 'listSupportCategories',
  summary: 'The topics, each with its number of answers in the language of the request or another one',
  ...withAbility('support:read'),
  responses: {
    200: answers(z.object({ data: z.array(z.object({ slug: SupportCategory, answers: z.int() })) }), 'The topics'),
    ...memberFailures,
  },
});
