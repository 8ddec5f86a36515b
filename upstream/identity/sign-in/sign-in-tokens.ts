/** One-time tokens for a sign-in, used by `/auth` and by mailed links. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Refused } from '../../http/problems';
import { newToken, tokenHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { countNetwork } from '../../members/throttles';
import { findUser, type UserRow } from '../../members/users';
import { unlockLinkMail } from '../identity.mails';
import { signInTokens } from '../identity.tables';
import { textsIn } from '../identity.texts';
import { forgiveAddress } from './password-attempts';
import { challengeOrSignIn, type SignInAnswer } from './sign-in';

const mailedMinutes = 30;

/** Makes a one-time token for a member and returns it. Valid for 60 seconds, or for 30 minutes if it is mailed. */
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

/** Mails a link that opens a locked session, for members who have no password or forgot it. */
export async function mailUnlockLink(tx: Tx, deps: Deps, user: UserRow, now: Date): Promise<void> {
  const token = await mintSignInToken(tx, user.id, now, 'by mail');
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: unlockLinkMail,
    data: { firstname: user.firstname, url: `${deps.config.publicUrl}/unlock/${token}`, minutes: mailedMinutes },
    until: minutesAfter(now, mailedMinutes),
  });
}

/** Signs in with a one-time token. Asks for the second factor if it is enabled. `Refused` if the token is not valid. */
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
