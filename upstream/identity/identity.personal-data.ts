/** What this module keeps of a member. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { type PersonalData, tablePart } from '../privacy/privacy';
import { ghostSessions } from './ghost/ghost.tables';
import {
  authSessions,
  knownDevices,
  passwordResets,
  recoveryCodes,
  referralClicks,
  signInTokens,
  termAcceptances,
  terms,
  twoFactorChallenges,
  users,
} from './identity.tables';
import type { UserRow } from './members';
import { newRefHash } from './registration';
import { twoFactorSetups } from './two-factor/two-factor.tables';
import { verificationCodes } from './verification/verification.tables';

/** "Anna K.": of other members nothing more is told. */
const shortened = sql`${users.firstname} || ' ' || left(${users.lastname}, 1) || '.'`;

const account = tablePart({
  name: 'account',
  description: { en: 'Your account and its settings.', de: 'Dein Konto und seine Einstellungen.' },
  table: users,
  owner: users.id,
  key: users.id,
  fields: {
    id: users.id,
    firstname: users.firstname,
    lastname: users.lastname,
    email: users.email,
    email_verified_at: users.emailVerifiedAt,
    birthdate: users.birthdate,
    country: users.country,
    language: users.language,
    timezone: users.timezone,
    permissions: users.permissions,
    eth_address: users.ethAddress,
    two_factor_enabled_at: users.google2faEnabledAt,
    tracking_consent_at: users.trackingConsentAt,
    instruction_state: users.instructionState,
    referral_hash: users.refHash,
    invited_by: sql`(select ${sql.raw("s.firstname || ' ' || left(s.lastname, 1) || '.'")} from ${users} as s where s.id = ${users.referrerId})`,
    inviter_named_at: users.referrerNamedAt,
    address_is_filled: users.addressIsFilled,
    first_withdrawal_at: users.firstWithdrawalAt,
    deletion_requested_at: users.deletionRequestedAt,
    deletion_due_at: users.deletionDueAt,
    created_at: users.createdAt,
    updated_at: users.updatedAt,
  },
});

const sessions = tablePart({
  name: 'sessions',
  description: {
    en: 'Where you were signed in during the last 90 days.',
    de: 'Wo du in den letzten 90 Tagen angemeldet warst.',
  },
  table: authSessions,
  owner: authSessions.userId,
  // Staff in ghost mode: their address and browser are theirs; what they did stands among their visits.
  where: sql`not exists (select 1 from ${ghostSessions} where ${ghostSessions.id} = ${authSessions.id})`,
  key: authSessions.id,
  fields: {
    id: authSessions.id,
    device_name: authSessions.deviceName,
    ip_address: authSessions.ipAddress,
    user_agent: authSessions.userAgent,
    created_at: authSessions.createdAt,
    last_seen_at: authSessions.lastSeenAt,
    expires_at: authSessions.expiresAt,
    revoked_at: authSessions.revokedAt,
    revoked_reason: authSessions.revokedReason,
  },
});

const devices = tablePart({
  name: 'known_browsers',
  description: {
    en: 'Browsers that we know, so that no mail about a new device is sent.',
    de: 'Browser, die wir kennen, damit wir dir keine Mail über ein neues Gerät schicken.',
  },
  table: knownDevices,
  owner: knownDevices.userId,
  key: knownDevices.id,
  fields: { id: knownDevices.id, created_at: knownDevices.createdAt, last_seen_at: knownDevices.lastSeenAt },
});

const acceptances = tablePart({
  name: 'accepted_terms',
  description: { en: 'The terms that you accepted.', de: 'Die Bedingungen, denen du zugestimmt hast.' },
  table: termAcceptances,
  join: { table: terms, on: eq(terms.id, termAcceptances.termsId) },
  owner: termAcceptances.userId,
  key: termAcceptances.termsId,
  fields: {
    terms: terms.slug,
    version: terms.version,
    accepted_at: termAcceptances.acceptedAt,
    ip_address: termAcceptances.ipAddress,
  },
});

const referrals = tablePart({
  name: 'invited_members',
  description: {
    en: 'Members whom you invited, with their names shortened.',
    de: 'Mitglieder, die du eingeladen hast, mit gekürzten Namen.',
  },
  table: users,
  owner: users.referrerId,
  key: users.id,
  fields: { name: shortened, since: users.createdAt },
});

export const identityData: PersonalData = {
  exports: [account, sessions, devices, acceptances, referrals],
  deletes: [
    authSessions,
    knownDevices,
    passwordResets,
    recoveryCodes,
    signInTokens,
    twoFactorChallenges,
    twoFactorSetups,
    verificationCodes,
  ],
  keeps: [
    { table: users, because: 'bookings and the audit log name its id' },
    { table: termAcceptances, because: 'they show on what terms the club dealt with the member' },
  ],
  anonymise,
};

const neutralName = {
  en: { firstname: 'Former', lastname: 'member' },
  de: { firstname: 'Ehemaliges', lastname: 'Mitglied' },
};

/** The address is free again; the row's own is none, so that nobody signs in, registers or is mailed with it. */
async function anonymise(tx: Tx, user: UserRow, now: Date): Promise<void> {
  await tx.update(termAcceptances).set({ ipAddress: null }).where(eq(termAcceptances.userId, user.id));
  await tx.delete(referralClicks).where(eq(referralClicks.refHash, user.refHash));
  await tx
    .update(users)
    .set({
      ...neutralName[user.language],
      email: `deleted-${user.id}`,
      passwordHash: null,
      timezone: null,
      country: null,
      birthdate: null,
      emailVerifiedAt: null,
      google2faSecret: null,
      google2faEnabledAt: null,
      google2faLastStep: null,
      permissions: [],
      refHash: newRefHash(),
      instructionState: {},
      ethAddress: null,
      addressIsFilled: false,
      trackingConsentAt: null,
      deletionRequestedAt: null,
      deletionDueAt: null,
      deletionRemindedAt: null,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, user.id));
}
