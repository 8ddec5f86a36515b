/** Referral links. Rules: docs/product/session.md#referral. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asAnyone, body, failures, noContent } from './shapes';

/** The campaign of a referral link, chosen by the member. */
export const Campaign = z.string().max(60);

/** The campaign that the member's page puts into the link. Links that somebody wrote by hand may have others. */
export const CampaignLabel = z.string().regex(/^[a-z0-9-]{1,30}$/);

export const RefHash = z.string().regex(/^[A-Za-z0-9]{6,16}$/);

const refHash = {
  params: z.object({
    ref_hash: z
      .string()
      .max(64)
      .openapi({ param: { name: 'ref_hash', in: 'path' } }),
  }),
};

export const getReferral = createRoute({
  method: 'get',
  path: '/referrals/{ref_hash}',
  tags: ['Identity'],
  operationId: 'getReferral',
  summary: 'Who invites, shortened to "Anna K."',
  ...asAnyone,
  request: refHash,
  responses: { 200: answers(z.object({ name: z.string() }), 'The inviting member'), ...failures },
});

export const countReferralClick = createRoute({
  method: 'post',
  path: '/referrals/{ref_hash}/clicks',
  tags: ['Identity'],
  operationId: 'countReferralClick',
  summary: 'Count a click on a referral link, once for hash, day and browser',
  ...asAnyone,
  request: { ...refHash, ...body(z.strictObject({ campaign: Campaign.optional() })) },
  responses: { 204: noContent, ...failures },
});
