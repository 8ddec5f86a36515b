/** Login, registration, recovery and tokens. Rules: docs/product/session.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { User } from './member';
import {
  answers,
  asAnyone,
  asMember,
  body,
  failures,
  Message,
  memberFailures,
  noContent,
  OneTimeCode,
  TypedRowId,
} from './shapes';

export const Email = z.email().max(254);
export const Password = z.string().min(10).max(128);
/** For example `7KQ2M-W0XRA`. */
export const RecoveryCode = z.string().trim().max(40);
const Opaque = z.string().min(1).max(512);
export const Language = z.enum(['en', 'de']);
export const recaptcha_token = z.string().max(4096).optional();

export const Token = z
  .object({
    access_token: z.string().min(1),
    token_type: z.string().optional(),
    /** Seconds. */
    expires_in: z.int().positive(),
  })
  .openapi('Token');

/** Replaces every token of the caller's session. Without it, the old tokens stay valid. */
export const NewToken = Token.optional();

export const LoginAnswer = z
  .object({
    token: Token,
    user: User,
    /** Proves in a later sign-in that this browser is known for this account. */
    device_token: z.string().optional(),
  })
  .openapi('LoginAnswer');

export const TwoFactorAnswer = z
  .object({ two_factor: z.literal(true), challenge: z.string(), methods: z.array(z.enum(['totp', 'recovery_code'])) })
  .openapi('TwoFactorAnswer');

const LoginOrChallenge = z.union([LoginAnswer, TwoFactorAnswer]);

/** Sent with login and unlock: up to five device tokens of this browser, separated by commas; see `device_token`. */
const deviceHeader = { headers: z.object({ 'x-device-token': z.string().max(1024).optional() }) };

export const login = createRoute({
  method: 'post',
  path: '/auth/login',
  tags: ['Identity'],
  operationId: 'login',
  summary: 'Sign in',
  ...asAnyone,
  request: {
    ...deviceHeader,
    ...body(
      z.strictObject({
        email: Email,
        password: z.string().min(1).max(128),
        recaptcha_token,
        device_name: z.string().max(200).optional(),
      }),
    ),
  },
  responses: { 200: answers(LoginOrChallenge, 'Signed in, or the second factor is asked for'), ...failures },
});

export const answerTwoFactorChallenge = createRoute({
  method: 'post',
  path: '/auth/two-factor-challenge',
  tags: ['Identity'],
  operationId: 'answerTwoFactorChallenge',
  summary: 'Second factor of a sign-in; the challenge lives 5 minutes',
  ...asAnyone,
  request: {
    ...deviceHeader,
    ...body(
      z.strictObject({
        challenge: Opaque,
        one_time_password: OneTimeCode.optional(),
        recovery_code: RecoveryCode.optional(),
      }),
    ),
  },
  responses: { 200: answers(LoginAnswer, 'Signed in'), ...failures },
});

export const recover = createRoute({
  method: 'post',
  path: '/auth/recover',
  tags: ['Identity'],
  operationId: 'recover',
  summary: 'Ask for a password reset mail; always the same answer',
  ...asAnyone,
  request: body(z.strictObject({ email: Email, recaptcha_token })),
  responses: { 200: answers(Message, 'A mail is on its way, if the address is known'), ...failures },
});

export const resetPassword = createRoute({
  method: 'post',
  path: '/auth/reset-password',
  tags: ['Identity'],
  operationId: 'resetPassword',
  summary: 'Set a new password by a mailed token; ends every session of the member',
  ...asAnyone,
  request: body(z.strictObject({ email: Email, token: Opaque, password: Password, password_confirmation: z.string() })),
  responses: { 200: answers(Message, 'The password is set'), ...failures },
});

export const unlock = createRoute({
  method: 'post',
  path: '/auth/unlock',
  tags: ['Identity'],
  operationId: 'unlock',
  summary: 'Open a locked session again',
  ...asAnyone,
  request: {
    ...deviceHeader,
    ...body(
      z.strictObject({
        email: Email,
        password: z.string().min(1).max(128),
        device_name: z.string().max(200).optional(),
      }),
    ),
  },
  responses: { 200: answers(LoginOrChallenge, 'Signed in, or the second factor is asked for'), ...failures },
});

export const requestUnlockLink = createRoute({
  method: 'post',
  path: '/auth/unlock-link',
  tags: ['Identity'],
  operationId: 'requestUnlockLink',
  summary: 'Mail a one-time link that opens a locked session; always the same answer',
  ...asAnyone,
  request: body(z.strictObject({ email: Email })),
  responses: { 200: answers(Message, 'A mail is on its way, if the address is known'), ...failures },
});

export const refresh = createRoute({
  method: 'post',
  path: '/auth/refresh',
  tags: ['Identity'],
  operationId: 'refresh',
  summary: 'A new token for the same session; the old one stays good until its own expiry',
  ...asMember,
  responses: { 200: answers(LoginAnswer, 'A new token'), ...memberFailures },
});

export const logout = createRoute({
  method: 'post',
  path: '/auth/logout',
  tags: ['Identity'],
  operationId: 'logout',
  summary: 'End the session with all its tokens',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const signInWithToken = createRoute({
  method: 'post',
  path: '/auth/token',
  tags: ['Identity'],
  operationId: 'signInWithToken',
  summary: 'Sign in with a one-time token (60 seconds; 30 minutes when it was mailed)',
  ...asAnyone,
  request: { ...deviceHeader, ...body(z.strictObject({ token: Opaque, device_name: z.string().max(200).optional() })) },
  responses: { 200: answers(LoginOrChallenge, 'Signed in, or the second factor is asked for'), ...failures },
});

export const verifyEmail = createRoute({
  method: 'post',
  path: '/auth/verify-email',
  tags: ['Identity'],
  operationId: 'verifyEmail',
  summary: 'Confirm an e-mail address by the signed link of the mail',
  ...asAnyone,
  request: body(
    z.strictObject({
      id: TypedRowId,
      hash: Opaque,
      /** Unix time, seconds. */
      expires: z.coerce.number().int(),
      signature: Opaque,
    }),
  ),
  responses: {
    200: answers(z.object({ status: z.enum(['success', 'expired', 'invalid', 'already']) }), 'What came of it'),
    ...failures,
  },
});

export const resendVerification = createRoute({
  method: 'post',
  path: '/auth/verify-email/resend',
  tags: ['Identity'],
  operationId: 'resendVerification',
  summary: 'Mail the verification link again; always the same answer; one mail in 60 seconds',
  ...asAnyone,
  request: body(z.strictObject({ email: Email })),
  responses: { 200: answers(Message, 'A mail is on its way, if the address waits for one'), ...failures },
});
