/** The verification step before what guards the account or moves money. Rules: product/session.md, "Verification step". */
import { createRoute, z } from '@hono/zod-openapi';
import { bareIban } from './iban';
import { answers, asMember, body, memberFailures } from './shapes';

export const VerificationAction = z.enum([
  'withdraw',
  'withdraw_account.create',
  'withdraw_account.delete',
  'email.change',
  'password.change',
  'two_factor.disable',
  'recovery_codes.regenerate',
  'api_token.create',
  'account.delete',
]);
export type VerificationAction = z.infer<typeof VerificationAction>;

/** What proves it: a code of the authenticator app, a mailed one, or nothing where the member has neither. */
export const VerificationMethod = z.enum(['totp', 'email', 'none']);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** Fields of every protected call, to spread into its body. The code is empty with the method `none`. */
export const verification = {
  verification_method: VerificationMethod.default('none'),
  verification_code: z
    .string()
    .max(20)
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .default(''),
};
export interface Verification {
  verification_method: VerificationMethod;
  verification_code: string;
}

/**
 * The specification's three cases, in its order (section 6): a one-time password where two-factor sign-in is on, unless
 * e-mail is forced; else a mailed code where the e-mail address is verified, unless two-factor is forced; else nothing.
 */
export function verificationMethod(
  has: { twoFactor: boolean; verifiedEmail: boolean },
  forced?: 'totp' | 'email',
): VerificationMethod {
  if (has.twoFactor && forced !== 'email') return 'totp';
  if (has.verifiedEmail && forced !== 'totp') return 'email';
  return 'none';
}

/**
 * What a mailed code is bound to beside member and action: the id of the draft, or what the call will set. Both sides
 * make it by these, so that a code for one thing is good for no other. Actions that are not here have an empty context.
 */
export const verificationContext = {
  emailChange: (email: string): string => email.trim().toLowerCase(),
  apiToken: (token: { name: string; abilities: string[]; expires_in_days: number; allowed_ips: string[] }): string =>
    JSON.stringify([token.name, [...token.abilities].sort(), token.expires_in_days, [...token.allowed_ips].sort()]),
  withdrawAccount: (account: { holder: string; iban: string }): string =>
    JSON.stringify([account.holder.trim(), bareIban(account.iban)]),
  /** Of one that is to be deleted. */
  withdrawAccountId: (id: number): string => String(id),
};

export const requestVerificationCode = createRoute({
  method: 'post',
  path: '/user/request-verification-code',
  tags: ['Verification'],
  operationId: 'requestVerificationCode',
  summary: 'Mail a code that is good for one action and one draft',
  ...asMember,
  request: body(z.strictObject({ action: VerificationAction, context: z.string().max(2000).default('') })),
  responses: {
    200: answers(
      z.object({
        message: z.string(),
        /** Seconds. */
        expires_in: z.int(),
        /** Seconds until another one may be asked for. */
        resend_in: z.int(),
        /** The address that it went to, masked: `a•••@example.org`. */
        target: z.string(),
      }),
      'The code is on its way',
    ),
    ...memberFailures,
  },
});
