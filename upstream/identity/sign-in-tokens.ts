/** One-time tokens that sign in: for `/auth` and for mailed links. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Refused } from '../http/problems';
import { sendMail } from '../mail/mail';
import { type Caller, minutesAfter } from './caller';
import { unlockLinkMail } from './identity.mails';
import { signInTokens } from './identity.tables';
import { textsIn } from './identity.texts';
import { newToken, tokenHash } from './keys';
import { findUser, type UserRow } from './members';
import { challengeOrSignIn, type SignInAnswer } from './sign-in';
import { countNetwork, forgiveAddress } from './throttles';

const mailedMinutes = 30;

/** A one-time token for a member: 60 seconds, or 30 minutes when it travels by mail. Returns the token itself. */
export async function mintSignInToken(
  tx: Tx,
  userId: number,
  now: Date,
  travels: 'directly' | 'by mail',
): Promise<string> {
  const token = newToken();
  const expiresAt = minutesAfter(now, travels === 'by mail' ? mailedMinutes : 1);
  await tx.insert(signInTokens).values({ tokenHash: tokenHash(token), userId, createdAt: now, expiresAt });
  return token;
}

/** Mails the member a link that opens a locked session; for those who have no password, and those who forgot it. */
export async function mailUnlockLink(tx: Tx, deps: Deps, user: UserRow, now: Date): Promise<void> {
  const token = await mintSignInToken(tx, user.id, now, 'by mail');
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: unlockLinkMail,
    data: { firstname: user.firstname, url: `${deps.config.publicUrl}/unlock/${token}`, minutes: mailedMinutes },
  });
}

/** Signs in by a one-time token; with 2FA on, the second factor is asked for as well. `Refused` when it is not good. */
export async function signInWithToken(
  deps: Deps,
  input: { token: string; device_name?: string | undefined },
  caller: Caller,
): Promise<SignInAnswer> {
  await countNetwork(deps.db, 'token.network', caller);
  return transaction(deps.db, async (tx) => {
    const [spent] = await tx
      .update(signInTokens)
      .set({ usedAt: caller.now })
      .where(
        and(
          eq(signInTokens.tokenHash, tokenHash(input.token)),
          isNull(signInTokens.usedAt),
          gt(signInTokens.expiresAt, caller.now),
        ),
      )
      .returning({ userId: signInTokens.userId });
    const user = spent && (await findUser(tx, spent.userId));
    if (!user) throw new Refused(textsIn(caller.language).tokenOver);
    await forgiveAddress(tx, deps, user.email);
    return challengeOrSignIn(tx, deps, user, input.device_name, 'token', caller);
  });
}
