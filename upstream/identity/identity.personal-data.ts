/** The personal data that this module keeps. */
import { sql } from 'drizzle-orm';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import { users } from '../members/members.tables';
import { anonymiseMember } from '../members/membership';
import { authSessions, ghostSessions, knownDevices } from '../members/sessions.tables';
import { passwordResets, recoveryCodes, signInTokens, twoFactorChallenges } from './identity.tables';
import { staffProposals, staffTokens } from './staff/staff.tables';
import { twoFactorSetups } from './two-factor/two-factor.tables';
import { verificationCodes } from './verification/verification.tables';

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
    referral_campaign: users.referralCampaign,
    eth_address: users.ethAddress,
    two_factor_enabled_at: users.google2faEnabledAt,
    tracking_consent_at: users.trackingConsentAt,
    instruction_state: users.instructionState,
    referral_hash: users.refHash,
    invited_by: sql`(select ${sql.raw("s.firstname || ' ' || left(s.lastname, 1) || '.'")} from ${users} as s where s.id = ${users.referrerId})`,
    inviter_named_at: users.referrerNamedAt,
    address_is_filled: users.addressIsFilled,
    first_withdrawal_at: users.firstWithdrawalAt,
    names_unlocked_until: users.identityUnlockedUntil,
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
  // Excludes sessions of staff in ghost mode, because their IP address and browser belong to the staff. Their acts are
  // part of the staff visits.
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
    en: 'Browsers that we know, so that we send no e-mail about a new device.',
    de: 'Browser, die wir kennen, damit wir dir keine E-Mail über ein neues Gerät schicken.',
  },
  table: knownDevices,
  owner: knownDevices.userId,
  key: knownDevices.id,
  fields: { id: knownDevices.id, created_at: knownDevices.createdAt, last_seen_at: knownDevices.lastSeenAt },
});

const secret = 'whoever has it, or its hash, may be able to act as the member';
const passing = 'it goes with the secret that it belongs to';

const withholds = [
  withhold(users, ['passwordHash', 'google2faSecret', 'google2faLastStep'], secret),
  withhold(users, ['deletionRemindedAt'], 'the mail that it counts tells the member'),
  withhold(users, ['deletedAt'], 'a former member gets no export'),
  withhold(authSessions, ['knownDeviceId'], 'it only connects two rows, and both are exported'),
  withhold(knownDevices, ['tokenHash', 'failures'], secret),
  withhold(passwordResets, ['tokenHash'], secret),
  withhold(passwordResets, ['createdAt', 'expiresAt', 'usedAt'], passing),
  withhold(recoveryCodes, ['codeHash'], secret),
  withhold(recoveryCodes, ['createdAt', 'usedAt'], passing),
  withhold(signInTokens, ['tokenHash'], secret),
  withhold(signInTokens, ['createdAt', 'expiresAt', 'usedAt'], passing),
  withhold(staffTokens, ['tokenHash'], secret),
  withhold(staffTokens, ['id', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'], passing),
  withhold(twoFactorChallenges, ['tokenHash'], secret),
  withhold(twoFactorChallenges, ['deviceName', 'attempts', 'createdAt', 'expiresAt', 'usedAt'], passing),
  withhold(twoFactorSetups, ['secret'], secret),
  withhold(twoFactorSetups, ['sessionId', 'attempts', 'createdAt', 'expiresAt'], passing),
  withhold(verificationCodes, ['contextHash', 'codeHash'], secret),
  withhold(verificationCodes, ['action', 'attempts', 'createdAt', 'expiresAt', 'usedAt'], passing),
  withhold(
    staffProposals,
    [
      'id',
      'kind',
      'subject',
      'summary',
      'payload',
      'digest',
      'reason',
      'proposedBy',
      'proposedAt',
      'confirmedBy',
      'confirmedAt',
      'withdrawnBy',
      'withdrawnAt',
    ],
    'it is the work of the staff; what came of it stands in the history of the member',
  ),
];

export const identityData: PersonalData = {
  exports: [account, sessions, devices],
  deletes: [
    authSessions,
    knownDevices,
    passwordResets,
    recoveryCodes,
    signInTokens,
    staffTokens,
    twoFactorChallenges,
    twoFactorSetups,
    verificationCodes,
  ],
  keeps: [
    { table: users, because: 'bookings and the audit log name its id' },
    { table: staffProposals, because: 'they show which two of the staff decided together' },
  ],
  withholds,
  anonymise: anonymiseMember,
};
