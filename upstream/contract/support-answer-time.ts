/** When an answer to a ticket may be expected. Rules: docs/product/support.md#answers. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Instant, memberFailures } from './shapes';

export const AnswerTime = z
  .object({
    /** The moment before which the next answer most likely comes. */
    expected_by: Instant,
    /** The median of the club's first answers of the last 30 days, in working minutes; null with too few of them. */
    median_minutes: z.int().nullable(),
    /** The office hours, in the club's zone: 1 is Monday. */
    hours: z.object({
      days: z.array(z.int().min(1).max(7)),
      from: z.string().regex(/^\d\d:\d\d$/),
      until: z.string().regex(/^\d\d:\d\d$/),
      time_zone: z.string(),
    }),
  })
  .openapi('AnswerTime');
export type AnswerTime = z.infer<typeof AnswerTime>;

export const getAnswerTime = createRoute({
  method: 'get',
  path: '/support/answer-time',
  tags: ['Support'],
  operationId: 'getAnswerTime',
  summary: 'When an answer may be expected',
  ...withAbility('support:read'),
  responses: { 200: answers(AnswerTime, 'The time'), ...memberFailures },
});
