/** Applications for membership. Rules: docs/product/session.md#registration. */
import { createRoute, z } from '@hono/zod-openapi';
import { Email, Language, LoginAnswer, Password, recaptcha_token } from './identity';
import { CampaignLabel, RefHash } from './referrals';
import { answers, asAnyone, body, Day, failures, MemberName, Message, noContent, RowId } from './shapes';

const application = {
  firstname: MemberName,
  lastname: MemberName,
  email: Email,
  password: Password,
  password_confirmation: z.string(),
  country: z.string().regex(/^[A-Z]{2}$/),
  birthdate: Day,
  /** Ids of the accepted terms. */
  terms: z.array(RowId).max(20),
};

export const checkApplication = createRoute({
  method: 'post',
  path: '/auth/register/check',
  tags: ['Identity'],
  operationId: 'checkApplication',
  summary: 'Everything that is wrong with a part of an application, the password included; registers nobody',
  ...asAnyone,
  request: body(z.strictObject(application).partial()),
  responses: { 204: noContent, ...failures },
});

export const register = createRoute({
  method: 'post',
  path: '/auth/register',
  tags: ['Identity'],
  operationId: 'register',
  summary: 'Apply for membership; the answer is the same for a known address',
  ...asAnyone,
  request: body(
    z.strictObject({
      ...application,
      language: Language,
      ref_hash: RefHash.optional(),
      /** The campaign of the link that led here. */
      campaign: CampaignLabel.optional(),
      recaptcha_token,
    }),
  ),
  responses: {
    200: answers(LoginAnswer, 'A foreign upstream may sign in at once'),
    202: answers(Message, 'A mail is on its way'),
    ...failures,
  },
});
