/** Members. Constraints enforce docs/product/session.md. */
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
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { Email } from '../contract/identity';
import { MemberName } from '../contract/shapes';
import { fits, longest } from '../database/lengths';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();

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
    /** The 30-second step of the last accepted code, because each code is valid once. */
    google2faLastStep: bigint('google2fa_last_step', { mode: 'number' }),
    permissions: text('permissions').array().notNull().default(sql`'{}'`),
    refHash: text('ref_hash').notNull().unique(),
    /** The member who referred this one. A trigger keeps it from changing and rejects circles. */
    referrerId: integer('referrer_id').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** When the member named the referrer. Null if the referrer came with the registration. */
    referrerNamedAt: instant('referrer_named_at'),
    /** The campaign of the referral link by which the member came. */
    referralCampaign: text('referral_campaign'),
    instructionState: jsonb('instruction_state').$type<Record<string, boolean>>().notNull().default({}),
    /** Includes the EIP-55 checksum. */
    ethAddress: text('eth_address'),
    addressIsFilled: boolean('address_is_filled').notNull().default(false),
    /** When the wallet first completed a withdrawal. From then on a trigger keeps names and country unchanged. */
    firstWithdrawalAt: instant('first_withdrawal_at'),
    /** Until then the member may change locked names and country once. A trigger asks for the proposal of two staff. */
    identityUnlockedUntil: instant('identity_unlocked_until'),
    /** Null without consent to user tracking. Every member begins without it. */
    trackingConsentAt: instant('tracking_consent_at'),
    /** Set while the account waits for its deletion, which the member can still cancel. */
    deletionRequestedAt: instant('deletion_requested_at'),
    deletionDueAt: instant('deletion_due_at'),
    deletionRemindedAt: instant('deletion_reminded_at'),
    /** The row of a former member stays without personal data, because bookings and the audit log refer to its id. */
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('users_referrer_id_index').on(t.referrerId),
    // A search in a large team begins with the name.
    index('users_firstname_begins').on(sql`lower(${t.firstname}) text_pattern_ops`, t.id),
    check('users_names_length', sql`${fits(t.firstname, MemberName)} and ${fits(t.lastname, MemberName)}`),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and char_length(${t.email}) <= ${longest(Email)}`),
    check('users_language', sql`${t.language} in ('en', 'de')`),
    check('users_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('users_ref_hash', sql`${t.refHash} ~ '^[A-Za-z0-9]{6,16}$'`),
    check('users_no_self_referral', sql`${t.referrerId} <> ${t.id}`),
    check('users_referrer_named_in_time', sql`${t.referrerNamedAt} < ${t.createdAt} + interval '14 days'`),
    check('users_referral_campaign', sql`${t.referralCampaign} ~ '^[a-z0-9-]{1,30}$'`),
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
