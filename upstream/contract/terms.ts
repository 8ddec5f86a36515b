/** The club's terms, their changes, and a member's agreement. Rules: docs/product/shell.md#terms-update. */
import { createRoute, z } from '@hono/zod-openapi';
import {
  answers,
  asAnyone,
  asMember,
  failures,
  Instant,
  memberFailures,
  noContent,
  Problem,
  TypedRowId,
} from './shapes';

/** A path of the web app, or a page of another site. */
const Address = z.string().regex(/^(\/(?![/\\])|https?:\/\/)/);

export const TermUpdate = z
  .object({
    id: z.int().optional(),
    name: z.string(),
    /** Address of the text. */
    url: Address,
    version: z.union([z.int(), z.string()]).optional(),
    effective_at: Instant.optional(),
    /** Shows the differences from the version that the member last accepted; null without such a version. */
    diff_url: Address.nullish(),
    /** Headings of the changed sections. */
    changed_sections: z.array(z.string()).default([]),
  })
  .openapi('TermUpdate');

export const Terms = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    version: z.int(),
    required: z.boolean(),
    effective_at: Instant,
  })
  .openapi('Terms');

const language = z.enum(['en', 'de']).default('en');

const version = TypedRowId.optional();

const slug = {
  params: z.object({
    slug: z
      .string()
      .max(60)
      .openapi({ param: { name: 'slug', in: 'path' } }),
  }),
};

export const listTerms = createRoute({
  method: 'get',
  path: '/terms',
  tags: ['Terms'],
  operationId: 'listTerms',
  summary: 'The terms in force, in one language',
  ...asAnyone,
  request: { query: z.object({ language }) },
  responses: { 200: answers(z.object({ data: z.array(Terms) }), 'The terms'), ...failures },
});

export const getTerms = createRoute({
  method: 'get',
  path: '/terms/{slug}',
  tags: ['Terms'],
  operationId: 'getTerms',
  summary: 'The text of one of the terms in force, or of a version before it',
  ...asAnyone,
  request: { ...slug, query: z.object({ language, version }) },
  responses: {
    200: answers(
      Terms.extend({
        /** Plain text. A blank line separates paragraphs, `# ` starts a heading. */
        text: z.string(),
        /** The version in force; absent if it is this one. */
        version_in_force: z.int().optional(),
      }),
      'The text',
    ),
    ...failures,
  },
});

export const TermsParagraph = z
  .object({
    heading: z.boolean(),
    change: z.enum(['same', 'added', 'removed', 'changed']),
    /** In reading order, words separated by spaces. Removed text comes before the text that replaces it. */
    parts: z.array(z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() })),
  })
  .openapi('TermsParagraph');

export const getTermsChanges = createRoute({
  method: 'get',
  path: '/terms/{slug}/changes',
  tags: ['Terms'],
  operationId: 'getTermsChanges',
  summary: 'What differs between an earlier version and the one in force; without `from`, the one before it',
  ...asAnyone,
  request: {
    ...slug,
    query: z.object({ language, from: version }),
  },
  responses: {
    200: answers(Terms.extend({ from: z.int(), paragraphs: z.array(TermsParagraph) }), 'Both texts in one'),
    ...failures,
  },
});

export const AcceptedTerms = Terms.extend({ accepted_at: Instant, version_in_force: z.int() }).openapi('AcceptedTerms');

export const listAcceptedTerms = createRoute({
  method: 'get',
  path: '/user/terms',
  tags: ['Terms'],
  operationId: 'listAcceptedTerms',
  summary: 'Every version of the terms that the member has accepted, by name, the newest of each first',
  ...asMember,
  responses: { 200: answers(z.object({ data: z.array(AcceptedTerms) }), 'What was accepted'), ...memberFailures },
});

export const agreeToTermUpdates = createRoute({
  method: 'post',
  path: '/user/terms/agree-updates',
  tags: ['Terms'],
  operationId: 'agreeToTermUpdates',
  summary: 'Agree to `term_updates` of the header; `If-Match` carries the ETag of the list that was shown',
  ...asMember,
  request: { headers: z.object({ 'if-match': z.string().max(1000).optional() }) },
  responses: {
    204: noContent,
    412: answers(Problem, 'Another list waits than the one that was shown; nothing was agreed to'),
    ...memberFailures,
  },
});
