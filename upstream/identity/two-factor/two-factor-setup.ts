/** Enables the second factor. Only one session sees the secret, which counts once a code proves that an app has it. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import type { TwoFactor, TwoFactorSetup } from '../../contract/two-factor';
import type { Database, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields } from '../../http/problems';
import { type Caller, minutesAfter } from '../../members/caller';
import { setTwoFactor } from '../../members/credentials';
import type { Member } from '../../members/member-gate';
import { countAttempt } from '../../members/throttles';
import { isOneTimeCode } from '../code-format';
import { findKnownDevice, forgetDevices } from '../devices/devices';
import { textsIn } from '../identity.texts';
import { verifyPassword } from '../passwords/passwords';
import { endOtherSessions, replaceTokens, type Token } from '../sessions/sessions';
import { countRecoveryCodes, newRecoveryCodes, storeRecoveryCodes } from './recovery-codes';
import { openTwoFactorSecret, sealTwoFactorSecret, totpStep } from './two-factor';
import { twoFactorSetups } from './two-factor.tables';
import { twoFactorTextsIn } from './two-factor.texts';
import { auditTwoFactor, tellOfTwoFactor } from './two-factor-records';

const setupMinutes = 15;
const setupAttempts = 5;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** Returns the state of two-factor sign-in. Only the session that began a set-up sees its secret, while it is valid. */
export async function showTwoFactor(deps: Deps, member: Member, now: Date): Promise<TwoFactor> {
  const { user } = member;
  if (user.google2faEnabledAt) {
    const recovery_codes_left = await countRecoveryCodes(deps.db, user.id);
    return { enabled_at: user.google2faEnabledAt.toISOString(), recovery_codes_left, setup: null };
  }
  const [setup] = await deps.db.select().from(twoFactorSetups).where(isOpen(member, now));
  return { enabled_at: null, recovery_codes_left: 0, setup: setup ? showSetup(deps, member, setup) : null };
}

/**
 * Begins a set-up and replaces any earlier one. Requires the current password, so that somebody who finds an open
 * session cannot lock the member out with a second factor. `Conflict` if it is already on, `InvalidFields` at
 * `password`, `TooManyAttempts`.
 */
export async function beginTwoFactor(
  deps: Deps,
  member: Member,
  password: string,
  caller: Caller,
): Promise<TwoFactorSetup> {
  const { user, sessionId } = member;
  const texts = twoFactorTextsIn(caller.language);
  if (user.google2faEnabledAt) throw new Conflict('two_factor_on', texts.isOn);
  await countAttempt(deps.db, 'two-factor.setup', String(user.id));
  await countAttempt(deps.db, 'two-factor.setup.day', String(user.id));
  if (user.passwordHash && !(await verifyPassword(user.passwordHash, password))) {
    await transaction(deps.db, (tx) => auditTwoFactor(tx, user, caller, 'two_factor.begin_failed'));
    throw new InvalidFields({ password: [texts.wrongPassword] });
  }
  const setup = {
    sessionId,
    secret: sealTwoFactorSecret(deps, user.id, new Secret({ size: secretBytes }).base32),
    attempts: 0,
    createdAt: caller.now,
    expiresAt: minutesAfter(caller.now, setupMinutes),
  };
  await transaction(deps.db, async (tx) => {
    await tx
      .insert(twoFactorSetups)
      .values({ userId: user.id, ...setup })
      .onConflictDoUpdate({ target: twoFactorSetups.userId, set: setup });
    await auditTwoFactor(tx, user, caller, 'two_factor.begin');
  });
  return showSetup(deps, member, setup);
}

function showSetup(deps: Deps, { user }: Member, setup: { secret: string; expiresAt: Date }): TwoFactorSetup {
  const secret = openTwoFactorSecret(deps, user.id, setup.secret);
  return {
    secret,
    otpauth_url: otpauthUrl(deps.config.productName, user.email, secret),
    expires_at: setup.expiresAt.toISOString(),
  };
}

/**
 * Returns the URL for an app's QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. It omits
 * algorithm, digits and period, because they have default values and the QR code stays coarser.
 */
const otpauthUrl = (issuer: string, email: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;

/** Deletes a set-up that this session began. */
export async function cancelTwoFactor({ db }: Deps, { user, sessionId }: Member, caller: Caller): Promise<void> {
  await transaction(db, async (tx) => {
    const forgotten = await tx
      .delete(twoFactorSetups)
      .where(and(eq(twoFactorSetups.userId, user.id), eq(twoFactorSetups.sessionId, sessionId)))
      .returning({ userId: twoFactorSetups.userId });
    if (forgotten.length > 0) await auditTwoFactor(tx, user, caller, 'two_factor.cancel');
  });
}

/**
 * Enables two-factor sign-in with a code of the app. Ends all other sessions and forgets all other browsers, because
 * one factor alone admitted them and known browsers have their own allowance for guesses at codes. The tokens of this
 * session end too, and it continues with a new one.
 * `InvalidFields` at `one_time_password`. `Conflict` with `two_factor_on`, or with `two_factor_setup_over` for a set-up
 * that is 15 minutes old, had five wrong codes, or belongs to another session.
 */
export async function confirmTwoFactor(
  deps: Deps,
  member: Member,
  code: string,
  caller: Caller,
): Promise<{ enabled_at: string; recovery_codes: string[]; token: Token }> {
  const { user } = member;
  const { now } = caller;
  const texts = twoFactorTextsIn(caller.language);
  const { codeMissing, codeForm, wrongCode } = textsIn(caller.language);
  if (user.google2faEnabledAt) throw new Conflict('two_factor_on', texts.isOn);
  if (code.trim() === '') throw new InvalidFields({ one_time_password: [codeMissing] });
  if (!isOneTimeCode(code)) throw new InvalidFields({ one_time_password: [codeForm] });
  const secret = await reserveAttempt(deps.db, member, now);
  if (!secret) throw new Conflict('two_factor_setup_over', texts.setupOver);
  const step = totpStep(openTwoFactorSecret(deps, user.id, secret), code, now);
  if (step === null) throw new InvalidFields({ one_time_password: [wrongCode] });
  const codes = newRecoveryCodes();
  const device = await findKnownDevice(deps.db, deps, user.id, caller.deviceTokens);
  const token = await transaction(deps.db, async (tx) => {
    const isSet = await setTwoFactor(tx, user.id, { secret, step }, now);
    if (!isSet) throw new Conflict('two_factor_on', texts.isOn);
    if (!(await closeSetup(tx, user.id, secret))) throw new Conflict('two_factor_setup_over', texts.setupOver);
    await storeRecoveryCodes(tx, deps, user.id, codes, now);
    await endOtherSessions(tx, member, 'two_factor_enabled', now);
    await forgetDevices(tx, user.id, device);
    const replaced = await replaceTokens(tx, member, now);
    reauthorizeAfter(tx, deps.broadcaster, user.id);
    await auditTwoFactor(tx, user, caller, 'two_factor.enable');
    await tellOfTwoFactor(tx, deps, user, 'two_factor_enabled', now);
    return replaced;
  });
  return { enabled_at: now.toISOString(), recovery_codes: codes, token };
}

/** Counts the attempt before the check, so that parallel guesses cannot all pass. Returns the sealed secret or null. */
async function reserveAttempt(db: Database, member: Member, now: Date): Promise<string | null> {
  const [reserved] = await db
    .update(twoFactorSetups)
    .set({ attempts: sql`${twoFactorSetups.attempts} + 1` })
    .where(isOpen(member, now))
    .returning({ secret: twoFactorSetups.secret });
  return reserved?.secret ?? null;
}

/** Returns false if another set-up was begun in the meantime. */
async function closeSetup(tx: Tx, userId: number, secret: string): Promise<boolean> {
  const closed = await tx
    .delete(twoFactorSetups)
    .where(and(eq(twoFactorSetups.userId, userId), eq(twoFactorSetups.secret, secret)))
    .returning({ userId: twoFactorSetups.userId });
  return closed.length > 0;
}

const isOpen = ({ user, sessionId }: Member, now: Date) =>
  and(
    eq(twoFactorSetups.userId, user.id),
    eq(twoFactorSetups.sessionId, sessionId),
    gt(twoFactorSetups.expiresAt, now),
    lt(twoFactorSetups.attempts, setupAttempts),
  );
