/** The verification step for tests: a protected act, and the codes that are mailed for it. */
import type { Verification, VerificationAction } from '../../contract/verification';
import { HttpProblem } from '../../http/problems';
import type { Caller } from '../../members/caller';
import type { UserRow } from '../../members/users';
import { type Club, signIn } from '../identity.testing';
import { withVerification } from './verification';

export const draft = 'draft-1';

const caller = (): Caller => ({
  ip: '192.0.2.1',
  requestId: 'r',
  language: 'en',
  now: new Date(),
  userAgent: null,
  deviceTokens: [],
});

interface CodeOptions extends Partial<Verification> {
  action?: VerificationAction;
  context?: string;
  forced?: 'totp' | 'email';
}

/** Returns the result of a protected act, or its refusal. */
export async function attempt(club: Club, member: UserRow, given: CodeOptions = {}, act = async () => 'done') {
  const { action = 'withdraw', context = draft, forced, ...rest } = given;
  const proof = { verification_method: 'email' as const, verification_code: '', ...rest };
  try {
    return await withVerification(club, { user: member, action, context, forced, given: proof }, caller(), act);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { status: error.status, ...error.body };
  }
}

/** Requests a code in a new session of the member, and reads it from the mail. */
export async function codeFor(club: Club, member: UserRow, action: VerificationAction = 'withdraw', context = draft) {
  const { body } = await signIn(club, {}, member.email);
  const answer = await club.post(
    '/user/request-verification-code',
    { action, context },
    { token: body.token.access_token },
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return lastCode(club);
}

export async function lastCode(club: Club): Promise<string> {
  const mail = (await club.mails()).filter(({ subject }) => subject.startsWith('Your code')).at(-1);
  return (mail?.subject ?? '').replace(/\D/g, '');
}
