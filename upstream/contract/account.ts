/**
 * The member's e-mail address, password, language, time zone and ETH address. Rules: docs/product/settings.md#account.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { Email, NewToken, Password } from './identity';
import { User } from './member';
import {
  answers,
  asAnyone,
  asMember,
  body,
  failures,
  Instant,
  memberFailures,
  noContent,
  OneTimeCode,
  Problem,
} from './shapes';
import { verification } from './verification';

const conflict = {
  409: answers(Problem, 'No change waits, or the address is somebody else’s by now; `code` says which'),
};

export const EmailChange = z
  .object({
    /** The address that waits for its confirmation. */
    email: z.string(),
    code_sent_at: Instant,
    /** When the code that was mailed last expires. */
    code_expires_at: Instant,
    /** When the change expires; until then the member may request another code. */
    expires_at: Instant,
  })
  .openapi('EmailChange');

const Pending = z.object({ pending: EmailChange.nullable() });

export const getEmailChange = createRoute({
  method: 'get',
  path: '/user/email-change',
  tags: ['Account'],
  operationId: 'getEmailChange',
  summary: 'The change of the e-mail address that waits for its code, or null',
  ...asMember,
  responses: { 200: answers(Pending, 'What waits'), ...memberFailures },
});

export const requestEmailChange = createRoute({
  method: 'post',
  path: '/user/email-change',
  tags: ['Account'],
  operationId: 'requestEmailChange',
  summary: 'Mail a code to a new address; protected by the verification step; the same answer for any address',
  ...asMember,
  request: body(z.strictObject({ email: Email, ...verification })),
  responses: { 200: answers(Pending, 'The code is on its way'), ...memberFailures },
});

export const resendEmailCode = createRoute({
  method: 'post',
  path: '/user/email-change/resend',
  tags: ['Account'],
  operationId: 'resendEmailCode',
  summary: 'Mail another code; one in 60 seconds, five an hour',
  ...asMember,
  responses: { 200: answers(Pending, 'The code is on its way'), ...conflict, ...memberFailures },
});

export const confirmEmailChange = createRoute({
  method: 'post',
  path: '/user/email-change/confirm',
  tags: ['Account'],
  operationId: 'confirmEmailChange',
  summary: 'Make the new address the member’s own by the code; five attempts a code',
  ...asMember,
  request: body(z.strictObject({ one_time_code: OneTimeCode.min(1) })),
  responses: {
    200: answers(z.object({ user: User }), 'The address is changed'),
    ...conflict,
    ...memberFailures,
  },
});

export const cancelEmailChange = createRoute({
  method: 'delete',
  path: '/user/email-change',
  tags: ['Account'],
  operationId: 'cancelEmailChange',
  summary: 'Give up the change that waits; nothing happens where none does',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const revertEmailChange = createRoute({
  method: 'post',
  path: '/auth/email-change/revert',
  tags: ['Account'],
  operationId: 'revertEmailChange',
  summary: 'Restore the former address by the link of the notice, once within 7 days; ends every session',
  ...asAnyone,
  request: body(z.strictObject({ token: z.string().min(1).max(512) })),
  responses: {
    200: answers(
      z.object({ status: z.enum(['success', 'used', 'overtaken', 'expired', 'invalid']) }),
      'What came of it; `overtaken`: an earlier change was reverted, and this one with it',
    ),
    ...failures,
  },
});

export const changePassword = createRoute({
  method: 'post',
  path: '/user/password',
  tags: ['Account'],
  operationId: 'changePassword',
  summary: 'Set a new password; protected by the verification step; ends every other session, and every token',
  ...asMember,
  request: body(
    z.strictObject({
      /** Required for members who have one. */
      current_password: z.string().max(128).optional(),
      password: Password,
      password_confirmation: z.string(),
      ...verification,
    }),
  ),
  responses: {
    200: answers(z.object({ ended_sessions: z.int(), token: NewToken }), 'The password is set'),
    409: answers(Problem, 'Somebody else changed it meanwhile'),
    ...memberFailures,
  },
});

export const updateAccount = createRoute({
  method: 'put',
  path: '/user/account',
  tags: ['Account'],
  operationId: 'updateAccount',
  summary: 'Language, time zone and ETH address; what is not named stays as it is',
  ...asMember,
  request: body(
    z.strictObject({
      language: z.enum(['en', 'de']).optional(),
      /** IANA name; null: the browser's time zone. */
      timezone: z.string().max(64).nullable().optional(),
      /** Stored with its EIP-55 checksum; null or empty: none. */
      nft_address: z.string().trim().max(100).nullable().optional(),
    }),
  ),
  responses: { 200: answers(z.object({ user: User }), 'The member'), ...memberFailures },
});
