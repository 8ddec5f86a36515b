/**
 * Links that anybody may request for an address. The request only counts the attempt and enqueues a job. The job looks
 * up the account, so that known and unknown addresses take the same time.
 */
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Caller } from '../../members/caller';
import { countNetwork, mayMail } from '../../members/throttles';
import { canonicalEmail, findUserByEmail } from '../../members/users';
import { mailVerification } from '../registration/email-verification';
import { isVouchedFor } from '../sign-in/recaptcha';
import { mailUnlockLink } from '../sign-in/sign-in-tokens';
import { mailPasswordReset } from './recovery';

export type MailedLink = 'password-reset' | 'unlock' | 'verification';

/**
 * Requests a link by mail, in the same way for all addresses. `TooManyAttempts` for the network, but never for the
 * address.
 */
export async function requestLink(
  deps: Deps,
  kind: MailedLink,
  input: { email: string; recaptcha_token?: string | undefined },
  caller: Caller,
): Promise<void> {
  const email = canonicalEmail(input.email);
  const strict = deps.config.recaptcha && !(await isVouchedFor(deps, input.recaptcha_token, caller));
  await countNetwork(deps.db, strict ? 'recover.network.strict' : 'recover.network', caller);
  if (!(await mayMail(deps.db, kind, email))) return;
  await transaction(deps.db, (tx) => deps.jobs.enqueue(tx, 'mailed-link', { kind, email }));
}

/** Handles the jobs that mail the requested links. */
export function workMailedLinks(deps: Deps): void {
  deps.jobs.work('mailed-link', ({ data }) => sendLink(deps, data.kind, data.email, new Date()));
}

async function sendLink(deps: Deps, kind: MailedLink, email: string, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    if (kind === 'password-reset') await mailPasswordReset(tx, deps, user, now);
    if (kind === 'unlock') await mailUnlockLink(tx, deps, user, now);
    if (kind === 'verification' && !user.emailVerifiedAt) await mailVerification(tx, deps, user, now);
  });
}
