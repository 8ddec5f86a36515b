/** Members, their sessions and everything that proves who they are. Constraints carry what product/session.md promises. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
const ownerId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** SHA-256 or HMAC-SHA256 in hex: what is secret is never stored itself. */
const digest = (name: string) => text(name);

export const users = pgTable(
  'users',
  {
    id: identity('id'),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    email: text('email').notNull().unique(),
    /** Null for a member who signs in by mailed links only. */
    passwordHash: text('password_hash'),
    language: text('language', { enum: ['en', 'de'] }).notNull(),
    timezone: text('timezone'),
    country: text('country'),
    birthdate: date('birthdate', { mode: 'string' }),
    emailVerifiedAt: instant('email_verified_at'),
    google2faSecret: text('google2fa_secret'),
    google2faEnabledAt: instant('google2fa_enabled_at'),
    /** The 30-second step of the last code that was accepted; a code is good once. */
    google2faLastStep: bigint('google2fa_last_step', { mode: 'number' }),
    permissions: text('permissions').array().notNull().default(sql`'{}'`),
    refHash: text('ref_hash').notNull().unique(),
    /** Who brought the member in; fixed by a trigger, which also refuses circles. */
    referrerId: integer('referrer_id').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** When the member named the referrer; null where the bond came with the registration. */
    referrerNamedAt: instant('referrer_named_at'),
    instructionState: jsonb('instruction_state').$type<Record<string, boolean>>().notNull().default({}),
    /** With its EIP-55 checksum. */
    ethAddress: text('eth_address'),
    addressIsFilled: boolean('address_is_filled').notNull().default(false),
    /** Set by the wallet; from then on a trigger keeps names and country as they are. */
    firstWithdrawalAt: instant('first_withdrawal_at'),
    /** Null without consent to user tracking, which is how every member begins. */
    trackingConsentAt: instant('tracking_consent_at'),
    /** Set while the member waits for the deletion of the account, and can still take it back. */
    deletionRequestedAt: instant('deletion_requested_at'),
    deletionDueAt: instant('deletion_due_at'),
    deletionRemindedAt: instant('deletion_reminded_at'),
    /** The row of a former member stays without personal data, because bookings and the audit log name its id. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('users_referrer_id_index').on(t.referrerId),
    check(
      'users_names_length',
      sql`char_length(${t.firstname}) between 1 and 80 and char_length(${t.lastname}) between 1 and 80`,
    ),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and char_length(${t.email}) <= 254`),
    check('users_language', sql`${t.language} in ('en', 'de')`),
    check('users_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('users_ref_hash', sql`${t.refHash} ~ '^[A-Za-z0-9]{6,16}$'`),
    check('users_no_self_referral', sql`${t.referrerId} <> ${t.id}`),
    check('users_referrer_named_in_time', sql`${t.referrerNamedAt} < ${t.createdAt} + interval '14 days'`),
    check('users_eth_address', sql`${t.ethAddress} ~ '^0x[0-9A-Fa-f]{40}$'`),
    check('users_two_factor_secret', sql`${t.google2faEnabledAt} is null or ${t.google2faSecret} is not null`),
    index('users_deletion_due_at_index').on(t.deletionDueAt).where(sql`${t.deletionDueAt} is not null`),
    check(
      'users_deletion_due',
      sql`(${t.deletionDueAt} is null) = (${t.deletionRequestedAt} is null) and ${t.deletionDueAt} > ${t.deletionRequestedAt}`,
    ),
    check(
      'users_deleted_is_anonymous',
      sql`${t.deletedAt} is null or (${t.email} = 'deleted-' || ${t.id} and ${t.deletionDueAt} is null
        and coalesce(${t.passwordHash}, ${t.google2faSecret}, ${t.ethAddress}, ${t.country}, ${t.timezone}) is null
        and ${t.birthdate} is null and ${t.emailVerifiedAt} is null and ${t.trackingConsentAt} is null)`,
    ),
  ],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ownerId('user_id'),
    codeHash: digest('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id'),
    /** The login; refreshes never move it. */
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    deviceName: text('device_name').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The browser, as long as the account knows it. */
    knownDeviceId: uuid('known_device_id').references((): AnyPgColumn => knownDevices.id, { onDelete: 'set null' }),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (t) => [
    index('auth_sessions_user_id_index').on(t.userId),
    index('auth_sessions_known_device_id_index').on(t.knownDeviceId),
    check(
      'auth_sessions_one_day',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '24 hours'`,
    ),
    check('auth_sessions_revoked_reason', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
  ],
);

export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: digest('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('access_tokens_session_id_index').on(t.sessionId),
    check('access_tokens_lifetime', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

/** One row a member: asking again replaces the token that was mailed before. */
export const passwordResets = pgTable('password_resets', {
  userId: ownerId('user_id').primaryKey(),
  tokenHash: digest('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

export const twoFactorChallenges = pgTable(
  'two_factor_challenges',
  {
    tokenHash: digest('token_hash').primaryKey(),
    userId: ownerId('user_id'),
    deviceName: text('device_name'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('two_factor_challenges_user_id_index').on(t.userId),
    check('two_factor_challenges_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

export const signInTokens = pgTable(
  'sign_in_tokens',
  {
    tokenHash: digest('token_hash').primaryKey(),
    userId: ownerId('user_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('sign_in_tokens_user_id_index').on(t.userId)],
);

export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id'),
    tokenHash: digest('token_hash').notNull().unique(),
    /** Wrong passwords in a row from this browser; its own allowance, apart from the account's. */
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [index('known_devices_user_id_index').on(t.userId)],
);

/** Wrong passwords in a row for an address, whether an account has it or not: both must behave the same. */
export const loginFailures = pgTable(
  'login_failures',
  {
    emailHash: digest('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    waitUntil: instant('wait_until').notNull(),
  },
  (t) => [check('login_failures_limit', sql`${t.failures} between 1 and 100`)],
);

export const terms = pgTable(
  'terms',
  {
    id: identity('id'),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    name: jsonb('name').$type<{ en: string; de: string }>().notNull(),
    text: jsonb('text').$type<{ en: string; de: string }>().notNull(),
    required: boolean('required').notNull(),
    effectiveAt: instant('effective_at').notNull(),
  },
  (t) => [unique('terms_slug_version').on(t.slug, t.version), check('terms_version', sql`${t.version} > 0`)],
);

export const termAcceptances = pgTable(
  'term_acceptances',
  {
    userId: ownerId('user_id'),
    termsId: integer('terms_id')
      .notNull()
      .references(() => terms.id, { onDelete: 'restrict' }),
    acceptedAt: instant('accepted_at').notNull(),
    ipAddress: text('ip_address'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.termsId] })],
);

export const referralClicks = pgTable(
  'referral_clicks',
  {
    refHash: text('ref_hash')
      .notNull()
      .references(() => users.refHash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    ipHash: digest('ip_hash').notNull(),
    campaign: text('campaign'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refHash, t.day, t.ipHash] }),
    check('referral_clicks_campaign', sql`char_length(${t.campaign}) <= 60`),
  ],
);
