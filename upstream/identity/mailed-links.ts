/**
 * Mails that anybody may ask for by naming an address. The request only counts the attempt and leaves a job; the account
 * is looked up by the job, so that known and unknown addresses take the same time.
 */
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Caller } from './caller';
import { mailVerification } from './email-verification';
import { canonicalEmail, findUserByEmail } from './members';
import { isVouchedFor } from './recaptcha';
import { mailPasswordReset } from './recovery';
import { mailUnlockLink } from './sign-in-tokens';
import { countNetwork, mayMail } from './throttles';

export type MailedLink = 'password-reset' | 'unlock' | 'verification';

/** Asks for a link by mail; the same for every address. `TooManyAttempts` only for the network, never for the address. */
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

/** Sends the links that were asked for. */
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
