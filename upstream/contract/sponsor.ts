/** The member's sponsor. Rules: docs/product/settings.md#sponsor. */
import { createRoute, z } from '@hono/zod-openapi';
import { RefHash } from './referrals';
import { answers, asMember, body, Instant, memberFailures, Problem } from './shapes';

export const Sponsor = z
  .object({
    /** Shortened to "Anna K.", or the neutral name of somebody who left; null without a sponsor. */
    name: z.string().nullable(),
    since: Instant.nullable(),
    /** The deadline for naming a sponsor; null if there is a sponsor or the deadline has passed. */
    open_until: Instant.nullable(),
    /** The member's own hash, the end of the link by which they bring others. */
    own_ref_hash: RefHash.optional(),
  })
  .openapi('Sponsor');

export const getSponsor = createRoute({
  method: 'get',
  path: '/user/sponsor',
  tags: ['Sponsor'],
  operationId: 'getSponsor',
  summary: 'Who brought the member to the club',
  ...asMember,
  responses: { 200: answers(Sponsor, 'The sponsor'), ...memberFailures },
});

const conflict = { 409: answers(Problem, 'There is a sponsor already, or the 14 days are over') };

export const getSponsorCandidate = createRoute({
  method: 'get',
  path: '/user/sponsor/candidates/{ref_hash}',
  tags: ['Sponsor'],
  operationId: 'getSponsorCandidate',
  summary: 'Who would become the sponsor by this referral hash; refuses what `putSponsor` would refuse',
  ...asMember,
  request: {
    params: z.object({ ref_hash: RefHash.openapi({ param: { name: 'ref_hash', in: 'path' } }) }),
  },
  responses: { 200: answers(z.object({ name: z.string() }), 'The candidate'), ...conflict, ...memberFailures },
});

export const putSponsor = createRoute({
  method: 'put',
  path: '/user/sponsor',
  tags: ['Sponsor'],
  operationId: 'putSponsor',
  summary:
    'Name the sponsor by their referral hash: once, within 14 days of registration; only staff change it afterwards',
  ...asMember,
  request: body(z.strictObject({ ref_hash: RefHash })),
  responses: { 200: answers(Sponsor, 'The sponsor'), ...conflict, ...memberFailures },
});
