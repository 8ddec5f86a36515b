/** Two-factor sign-in: setting it up, its recovery codes, switching it off. Rules: docs/product/settings.md#2fa. */
import { createRoute, z } from '@hono/zod-openapi';
import { NewToken, RecoveryCode } from './identity';
import { answers, asMember, body, Instant, memberFailures, noContent, OneTimeCode, Problem } from './shapes';
import { verification } from './verification';

const Setup = z
  .object({
    /** Base32, 160 bits. */
    secret: z.string().regex(/^[A-Z2-7]{32}$/),
    /** The content of the QR code: the secret with the names of club and account. */
    otpauth_url: z.string().startsWith('otpauth://totp/'),
    expires_at: Instant,
  })
  .openapi('TwoFactorSetup');

const TwoFactor = z
  .object({
    enabled_at: Instant.nullable(),
    recovery_codes_left: z.int().min(0),
    /** Shown only to the session that started it. */
    setup: Setup.nullable(),
  })
  .openapi('TwoFactor');

export type TwoFactor = z.infer<typeof TwoFactor>;
export type TwoFactorSetup = z.infer<typeof Setup>;

/** Shown once, in this answer. */
const RecoveryCodes = z.array(RecoveryCode);

const conflict = answers(Problem, 'Not as two-factor sign-in stands; `code` says why');

export const getTwoFactor = createRoute({
  method: 'get',
  path: '/user/2fa',
  tags: ['Two-factor sign-in'],
  operationId: 'getTwoFactor',
  summary: 'Whether the second factor is on; while it is being set up, what the app needs',
  ...asMember,
  responses: {
    200: answers(TwoFactor, 'How it stands'),
    ...memberFailures,
  },
});

export const beginTwoFactor = createRoute({
  method: 'post',
  path: '/user/2fa',
  tags: ['Two-factor sign-in'],
  operationId: 'beginTwoFactor',
  summary: 'Begin to set it up: a new secret, good for 15 minutes, in place of one that was begun before',
  ...asMember,
  request: body(
    z.strictObject({
      /** The current password; not needed for a member who has none. */
      password: z.string().max(128).optional(),
    }),
  ),
  responses: { 200: answers(Setup, 'What the app needs'), 409: conflict, ...memberFailures },
});

export const cancelTwoFactor = createRoute({
  method: 'delete',
  path: '/user/2fa/setup',
  tags: ['Two-factor sign-in'],
  operationId: 'cancelTwoFactor',
  summary: 'Give up a set-up that was begun, if there is one',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const confirmTwoFactor = createRoute({
  method: 'post',
  path: '/user/2fa/confirm',
  tags: ['Two-factor sign-in'],
  operationId: 'confirmTwoFactor',
  summary: 'Switch it on by a code of the app; five attempts a set-up. Every other session ends, and every token',
  ...asMember,
  request: body(z.strictObject({ one_time_password: OneTimeCode })),
  responses: {
    200: answers(
      z.object({ enabled_at: Instant, recovery_codes: RecoveryCodes, token: NewToken }),
      'On, with ten recovery codes',
    ),
    409: conflict,
    ...memberFailures,
  },
});

export const renewRecoveryCodes = createRoute({
  method: 'post',
  path: '/user/2fa/recovery-codes',
  tags: ['Two-factor sign-in'],
  operationId: 'renewRecoveryCodes',
  summary: 'Ten new recovery codes; the old ones are void. Needs the verification step `recovery_codes.regenerate`',
  ...asMember,
  request: body(z.strictObject(verification)),
  responses: {
    200: answers(z.object({ recovery_codes: RecoveryCodes }), 'The new codes'),
    409: conflict,
    ...memberFailures,
  },
});

export const disableTwoFactor = createRoute({
  method: 'delete',
  path: '/user/2fa',
  tags: ['Two-factor sign-in'],
  operationId: 'disableTwoFactor',
  summary: 'Switch it off. Needs the verification step `two_factor.disable`, or a recovery code in its place',
  ...asMember,
  request: body(
    z.strictObject({
      ...verification,
      /** For a member who has lost the app. */
      recovery_code: RecoveryCode.optional(),
    }),
  ),
  responses: { 204: noContent, 409: conflict, ...memberFailures },
});
