/** Ghost mode of staff, and what the member sees of it. Rules: docs/product/session.md#ghost-mode. */
import { createRoute, z } from '@hono/zod-openapi';
import { LoginAnswer } from './identity';
import { Ghost } from './member';
import {
  answers,
  asAnyone,
  asMember,
  body,
  failures,
  Instant,
  memberFailures,
  noContent,
  OpaqueId,
  PageQuery,
  page,
} from './shapes';

/** Length of the reason that staff give, in characters. */
export const ghostReason = { minLength: 10, maxLength: 500 };

const token = body(z.strictObject({ token: z.string().min(1).max(512) }));

export const GhostLink = z
  .object({
    actor_name: z.string(),
    member_name: z.string(),
    reason: z.string(),
    read_only: z.boolean(),
    /** How long the ghost access lasts after it starts. */
    minutes: z.int(),
  })
  .openapi('GhostLink');

export const showGhostLink = createRoute({
  method: 'post',
  path: '/ghost/link',
  tags: ['Ghost mode'],
  operationId: 'showGhostLink',
  summary: 'What a link of the staff is for; it stays good. 404 once it is used or 60 seconds old',
  ...asAnyone,
  request: token,
  responses: { 200: answers(GhostLink, 'The link'), ...failures },
});

export const enterGhostMode = createRoute({
  method: 'post',
  path: '/ghost/enter',
  tags: ['Ghost mode'],
  operationId: 'enterGhostMode',
  summary: 'See a member’s area for 30 minutes by a link of the staff, good once; there is no refresh',
  ...asAnyone,
  request: token,
  responses: { 200: answers(LoginAnswer.extend({ ghost: Ghost }), 'A session of its own kind'), ...failures },
});

export const leaveGhostMode = createRoute({
  method: 'post',
  path: '/ghost/leave',
  tags: ['Ghost mode'],
  operationId: 'leaveGhostMode',
  summary: 'End it before its time; 404 for whoever is not in ghost mode',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const GhostAccess = z
  .object({
    id: z.string(),
    actor_name: z.string(),
    reason: z.string(),
    ticket_id: z.int().nullable(),
    read_only: z.boolean(),
    started_at: Instant,
    /** When it ended or will end by time. */
    ends_at: Instant,
    /** Null while it is open. */
    ended_by: z.enum(['staff', 'member', 'time']).nullable(),
  })
  .openapi('GhostAccess');

export const listGhostAccess = createRoute({
  method: 'get',
  path: '/user/ghost-access',
  tags: ['Ghost mode'],
  operationId: 'listGhostAccess',
  summary: 'When staff looked at the member’s area, latest first',
  ...asMember,
  request: { query: PageQuery },
  responses: { 200: answers(page(GhostAccess).openapi('GhostAccessPage'), 'One page'), ...memberFailures },
});

export const GhostVisit = z
  .object({
    /** A path of the web app; null if the API was called directly. */
    page: z.string().nullable(),
    /** The calls for this page, each once: `GET /user/header`. */
    calls: z.array(z.string()),
    /** The page was read, something was changed, or a change was refused. */
    outcome: z.enum(['read', 'write', 'refused']),
    at: Instant,
  })
  .openapi('GhostVisit');

const one = {
  params: z.object({
    id: OpaqueId,
  }),
};

export const getGhostAccess = createRoute({
  method: 'get',
  path: '/user/ghost-access/{id}',
  tags: ['Ghost mode'],
  operationId: 'getGhostAccess',
  summary: 'One access, and page by page what was looked at, in the order of time',
  ...asMember,
  request: { ...one, query: PageQuery },
  responses: {
    200: answers(GhostAccess.extend({ visits: page(GhostVisit) }), 'The access'),
    ...memberFailures,
  },
});

export const endGhostAccess = createRoute({
  method: 'post',
  path: '/user/ghost-access/{id}/end',
  tags: ['Ghost mode'],
  operationId: 'endGhostAccess',
  summary: 'End it now: whoever is in it is refused from the next request on. Nothing happens where it is over',
  ...asMember,
  request: one,
  responses: { 204: noContent, ...memberFailures },
});
