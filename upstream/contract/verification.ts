/** The verification step, which guards the account and money. Rules: docs/product/session.md#verification-step. */
import { createRoute, z } from '@hono/zod-openapi';
import { bareIban } from './iban';
import { tidyName } from './names';
import { answers, asMember, BareCode, body, memberFailures } from './shapes';

export const VerificationAction = z.enum([
  'withdraw',
  'withdraw_account.create',
  'withdraw_account.delete',
  'email.change',
  'name.change',
  'password.change',
  'two_factor.disable',
  'recovery_codes.regenerate',
  'api_token.create',
  'account.delete',
  'plants.buy',
  'ticket.buy',
]);
export type VerificationAction = z.infer<typeof VerificationAction>;

/** The proof: a code of the authenticator app, a mailed code, or none if the member has neither. */
export const VerificationMethod = z.enum(['totp', 'email', 'none']);
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** Fields of every protected call, for its body. The code is empty with the method `none`. */
export const verification = {
  verification_method: VerificationMethod.default('none'),
  verification_code: BareCode.default(''),
};
export interface Verification {
  verification_method: VerificationMethod;
  verification_code: string;
}

/**
 * Returns the method by the specification's three cases, in its order (section 6): a one-time password if two-factor
 * sign-in is on, unless e-mail is forced; otherwise a mailed code if the e-mail address is verified, unless two-factor
 * is forced; otherwise none.
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
 * The context to which a mailed code is bound in addition to member and action: the id of the draft, or the values that
 * the call will set. Both sides compute it here, so that a mailed code for one thing is invalid for another. A code of
 * the app is not bound. Actions without an entry have an empty context.
 */
export const verificationContext = {
  nameChange: (name: { firstname: string; lastname: string }): string =>
    JSON.stringify([tidyName(name.firstname), tidyName(name.lastname)]),
  emailChange: (email: string): string => email.trim().toLowerCase(),
  apiToken: (token: { name: string; abilities: string[]; expires_in_days: number; allowed_ips: string[] }): string =>
    JSON.stringify([token.name, [...token.abilities].sort(), token.expires_in_days, [...token.allowed_ips].sort()]),
  withdrawAccount: (account: { holder: string; iban: string }): string =>
    JSON.stringify([tidyName(account.holder), bareIban(account.iban)]),
  plants: (order: { sale_label: string; quantity: number; from_balance: string }): string =>
    JSON.stringify([order.sale_label, order.quantity, order.from_balance]),
  /** For a ticket with a price: the registration, or the acceptance of an offer. */
  ticket: (ticket: { label: string; places: number; from_balance: string }): string =>
    JSON.stringify([ticket.label, ticket.places, ticket.from_balance]),
  /** For the deletion of a withdraw account. */
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
        /** Seconds until another code may be requested. */
        resend_in: z.int(),
        /** The address of the mail, masked: `a•••@example.org`. */
        target: z.string(),
      }),
      'The code is on its way',
    ),
    ...memberFailures,
  },
});
