/**
 * The sponsor tree as the reads need it. `users.referrer_id` says who brought whom; triggers alone write these tables
 * at the end of each transaction that changes it. `affiliate verify` compares both.
 */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';

/** The levels below a member that are counted. */
export const countedLevels = 10;

/** A member in the tree, and what they add to each count above. A deleted member stays as a node that adds no member. */
export const affiliateNodes = pgTable(
  'affiliate_nodes',
  {
    /** The id in `users`. A foreign key would lock rows of members above, for which a deletion may wait. */
    userId: integer().primaryKey(),
    sponsorId: integer().references((): AnyPgColumn => affiliateNodes.userId, { onDelete: 'set null' }),
    joinedAt: instant().notNull(),
    /** 1, or 0 once the member is deleted. */
    members: integer().notNull().default(0),
    /** 1 with at least one plant. */
    active: integer().notNull().default(0),
    /** The price of all plants that were paid and not refunded. */
    volume: minorUnits().notNull().default(sql`0`),
    /** Nodes directly below. */
    children: integer().notNull().default(0),
    /** Members on the counted levels below, and what they add to the volume. */
    team: integer().notNull().default(0),
    belowVolume: minorUnits().notNull().default(sql`0`),
    /** The campaign of the link by which the member registered. */
    campaign: text().notNull().default(''),
  },
  (t) => [
    index('affiliate_nodes_by_joined').on(t.sponsorId, t.joinedAt.desc(), t.userId),
    index('affiliate_nodes_by_volume').on(t.sponsorId, sql`(${t.volume} + ${t.belowVolume}) desc`, t.userId),
    index('affiliate_nodes_by_team').on(t.sponsorId, t.team.desc(), t.userId),
    check('affiliate_nodes_one', sql`${t.members} in (0, 1) and ${t.active} between 0 and ${t.members}`),
    check(
      'affiliate_nodes_counts',
      sql`${t.volume} >= 0 and ${t.children} >= 0 and ${t.team} >= 0 and ${t.belowVolume} >= 0`,
    ),
    check('affiliate_nodes_no_ring', sql`${t.sponsorId} <> ${t.userId}`),
  ],
);

/** Who is above whom, and by how many levels. */
export const affiliateLines = pgTable(
  'affiliate_lines',
  {
    memberId: integer()
      .notNull()
      .references(() => affiliateNodes.userId, { onDelete: 'cascade' }),
    level: integer().notNull(),
    uplineId: integer()
      .notNull()
      .references(() => affiliateNodes.userId, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.level] }),
    index('affiliate_lines_below').on(t.uplineId, t.level, t.memberId),
    check('affiliate_lines_level', sql`${t.level} between 1 and ${sql.raw(String(countedLevels))}`),
    check('affiliate_lines_no_ring', sql`${t.uplineId} <> ${t.memberId}`),
  ],
);

/** What each level below a member counts. */
export const affiliateLevels = pgTable(
  'affiliate_levels',
  {
    userId: integer()
      .notNull()
      .references(() => affiliateNodes.userId, { onDelete: 'cascade' }),
    level: integer().notNull(),
    members: integer().notNull(),
    active: integer().notNull(),
    volume: minorUnits().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.level] }),
    check('affiliate_levels_counts', sql`${t.members} >= 0 and ${t.active} >= 0 and ${t.volume} >= 0`),
  ],
);

/** How many of the members below joined in a month, by the club's calendar. */
export const affiliateMonths = pgTable(
  'affiliate_months',
  {
    userId: integer()
      .notNull()
      .references(() => affiliateNodes.userId, { onDelete: 'cascade' }),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    members: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] }), check('affiliate_months_members', sql`${t.members} >= 0`)],
);

/** What came of each campaign of a member. The empty label is the link without one. */
export const affiliateCampaigns = pgTable(
  'affiliate_campaigns',
  {
    userId: integer()
      .notNull()
      .references(() => affiliateNodes.userId, { onDelete: 'cascade' }),
    label: text().notNull(),
    clicks: integer().notNull().default(0),
    registrations: integer().notNull().default(0),
    active: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.label] }),
    check('affiliate_campaigns_label', sql`${t.label} ~ '^[a-z0-9-]{0,30}$'`),
    check('affiliate_campaigns_counts', sql`${t.clicks} >= 0 and ${t.registrations} >= 0 and ${t.active} >= 0`),
  ],
);

/** Members who hide their name from everybody above their sponsor. */
export const affiliateHiddenNames = pgTable('affiliate_hidden_names', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: instant().notNull(),
});

/** Moves by staff to another sponsor. Writing one moves the member. Append-only. */
export const affiliateMoves = pgTable(
  'affiliate_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    fromId: integer().references(() => users.id, { onDelete: 'restrict' }),
    toId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    reason: text().notNull(),
    staffId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    at: instant().notNull(),
  },
  (t) => [
    index('affiliate_moves_of_member').on(t.userId),
    check('affiliate_moves_reason', sql`char_length(${t.reason}) between 1 and 200`),
    check('affiliate_moves_elsewhere', sql`${t.fromId} is distinct from ${t.toId} and ${t.toId} <> ${t.userId}`),
  ],
);
