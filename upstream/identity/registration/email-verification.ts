/** Confirms an e-mail address through a signed link that is valid for 24 hours. */
import { createHash } from 'node:crypto';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { keyedHash, newestKey, purposeKeys, verifyKeyedHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { confirmEmail } from '../../members/credentials';
import { countNetwork } from '../../members/throttles';
import { findUser, type UserRow } from '../../members/users';
import { verifyEmailMail } from '../identity.mails';

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
    until: new Date(now.getTime() + linkSeconds * 1000),
  });
}

/** Returns the link for the mail. It contains the member and the address, and its signature cannot be forged. */
function verificationUrl(deps: Deps, user: Pick<UserRow, 'id' | 'email'>, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + linkSeconds;
  const hash = emailDigest(user.email);
  const signature = keyedHash(newestKey(deps.config.secrets, purpose), signed({ id: user.id, hash, expires }));
  return `${deps.config.publicUrl}/verify-email/${user.id}/${hash}?expires=${expires}&signature=${signature}`;
}

/**
 * Confirms the address that the link was mailed to. Returns `invalid` for a forged link or if the member's address has
 * changed. Returns `already` even after the link's expiry, because nothing is left to do.
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
    if (!(await confirmEmail(tx, user, caller.now))) return 'already';
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
