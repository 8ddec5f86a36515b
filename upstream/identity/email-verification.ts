/** Confirming an e-mail address by a signed link of 24 hours. */
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { sendMail } from '../mail/mail';
import type { Caller } from './caller';
import { verifyEmailMail } from './identity.mails';
import { users } from './identity.tables';
import { keyedHash, newestKey, purposeKeys, verifyKeyedHash } from './keys';
import { findUser, type UserRow } from './members';
import { countNetwork } from './throttles';

const linkSeconds = 24 * 60 * 60;
const purpose = 'verify-email';

export interface VerificationLink {
  id: number;
  hash: string;
  /** Unix time, seconds. */
  expires: number;
  signature: string;
}

export type VerificationStatus = 'success' | 'expired' | 'invalid' | 'already';

/** Mails the member a link that confirms their address. */
export async function mailVerification(tx: Tx, deps: Deps, user: UserRow, now: Date): Promise<void> {
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: verifyEmailMail,
    data: { firstname: user.firstname, url: verificationUrl(deps, user, now) },
  });
}

/** The link of the mail: it names the member and the address, and nobody else can make one. */
function verificationUrl(deps: Deps, user: Pick<UserRow, 'id' | 'email'>, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + linkSeconds;
  const hash = emailDigest(user.email);
  const signature = keyedHash(newestKey(deps.config.secrets, purpose), signed({ id: user.id, hash, expires }));
  return `${deps.config.publicUrl}/verify-email/${user.id}/${hash}?expires=${expires}&signature=${signature}`;
}

/**
 * Confirms the address that the link was mailed to. `invalid` for a forged link and for one whose address is not the
 * member's any more; `already` comes before `expired`, for whom it is done nothing is late.
 */
export async function verifyEmail(deps: Deps, link: VerificationLink, caller: Caller): Promise<VerificationStatus> {
  await countNetwork(deps.db, 'verify.network', caller);
  const keys = purposeKeys(deps.config.secrets, purpose);
  if (!verifyKeyedHash(keys, signed(link), link.signature)) return 'invalid';
  return transaction(deps.db, async (tx) => {
    const user = await findUser(tx, link.id);
    if (!user || emailDigest(user.email) !== link.hash) return 'invalid';
    if (user.emailVerifiedAt) return 'already';
    if (link.expires * 1000 <= caller.now.getTime()) return 'expired';
    const verified = await tx
      .update(users)
      .set({ emailVerifiedAt: caller.now, updatedAt: caller.now })
      .where(and(eq(users.id, user.id), eq(users.email, user.email), isNull(users.emailVerifiedAt)))
      .returning({ id: users.id });
    if (verified.length === 0) return 'already';
    await writeAudit(tx, caller.now, {
      action: 'email.verified',
      actorId: user.id,
      userId: user.id,
      ip: caller.ip,
      requestId: caller.requestId,
    });
    return 'success';
  });
}

const signed = ({ id, hash, expires }: Omit<VerificationLink, 'signature'>): string => `${id}|${hash}|${expires}`;

const emailDigest = (email: string): string => createHash('sha256').update(email).digest('hex');
