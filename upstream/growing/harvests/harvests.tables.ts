import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { currency, instant, label, minorUnits } from '../../database/columns';
import { users } from '../../members/members.tables';
import { growingRooms } from '../rooms/rooms.tables';

export type HarvestStatus = 'recorded' | 'approved' | 'paid' | 'discarded';

/** A cost of a harvest, as staff recorded it. */
export interface HarvestCost {
  title: string;
  title_de: string;
  /** Minor units. */
  amount: number;
}

/**
 * The statement of a harvest. Version 1 is the harvest, each later one a correction of it. Staff give grams, revenue,
 * costs and share; a trigger computes the rest and the members' shares. Nothing of it ever changes but its status.
 */
export const growingHarvests = pgTable(
  'growing_harvests',
  {
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    cycle: integer().notNull(),
    version: integer().notNull(),
    status: text().$type<HarvestStatus>().notNull(),
    grams: integer().notNull(),
    revenue: minorUnits().notNull(),
    costs: jsonb().$type<HarvestCost[]>().notNull(),
    currency: currency(),
    /** The members' part of the surplus, in hundredths of a percent. */
    memberShare: integer().notNull(),
    /** Why it corrects the version before; null in the first one. Members read it. */
    reason: text(),
    reasonDe: text(),
    /** From this pool on somebody else must approve. */
    fourEyesFrom: minorUnits().notNull(),
    recordedAt: instant().notNull(),
    recordedBy: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    approvedAt: instant(),
    approvedBy: integer().references(() => users.id, { onDelete: 'restrict' }),
    /** When it was discarded instead of approved. */
    discardedAt: instant(),
    discardedBy: integer().references(() => users.id, { onDelete: 'restrict' }),
    /** When the last share was settled. */
    paidAt: instant(),
    /** From here on the trigger computes. When the room came into the stage. */
    harvestedAt: instant().notNull(),
    weighedAt: instant().notNull(),
    /** Revenue less costs; negative for a loss. */
    surplus: minorUnits().notNull(),
    /** What the members get: `floor(surplus × share)`, never below 0. */
    pool: minorUnits().notNull(),
    /** Plants with a part in it. */
    plants: integer().notNull(),
    /** Plants that were lost in the cycle. */
    lost: integer().notNull(),
    /** Members with a part in it. */
    members: integer().notNull(),
    /** Cents that are left when each share is rounded down; each goes to one member. */
    leftover: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.cycle, t.version] }),
    check('growing_harvests_status', sql`${t.status} in ('recorded', 'approved', 'paid', 'discarded')`),
    check('growing_harvests_version', sql`${t.cycle} >= 1 and ${t.version} between 1 and 99`),
    check('growing_harvests_grams', sql`${t.grams} between 0 and 1000000000`),
    check('growing_harvests_revenue', sql`${t.revenue} between 0 and 1000000000000`),
    check('growing_harvests_share', sql`${t.memberShare} between 0 and 10000`),
    check('growing_harvests_reason', sql`char_length(${t.reason}) between 1 and 300`),
    check('growing_harvests_reason_de', sql`char_length(${t.reasonDe}) between 1 and 300`),
    check('growing_harvests_reasons', sql`(${t.reason} is null) = (${t.reasonDe} is null)`),
    check(
      'growing_harvests_approved',
      sql`(${t.status} in ('approved', 'paid')) = (${t.approvedAt} is not null)
        and (${t.approvedAt} is null) = (${t.approvedBy} is null)`,
    ),
    check(
      'growing_harvests_discarded',
      sql`(${t.status} = 'discarded') = (${t.discardedAt} is not null)
        and (${t.discardedAt} is null) = (${t.discardedBy} is null)`,
    ),
    check('growing_harvests_paid', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
    check('growing_harvests_four_eyes', sql`${t.approvedBy} <> ${t.recordedBy} or ${t.pool} < ${t.fourEyesFrom}`),
    check('growing_harvests_pool', sql`${t.pool} >= 0 and ${t.leftover} between 0 and ${t.members}`),
    index('growing_harvests_unfinished').on(t.recordedAt).where(sql`${t.status} in ('recorded', 'approved')`),
  ],
);

/** What a member gets of a statement. A trigger writes it with the statement; settling it is its only change. */
export const growingHarvestShares = pgTable(
  'growing_harvest_shares',
  {
    roomCode: text().notNull(),
    cycle: integer().notNull(),
    version: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plants: integer().notNull(),
    /** The smallest running number of the plants; it decides between equal remainders. */
    firstPlant: integer().notNull(),
    /** The whole part in this statement. */
    payout: minorUnits().notNull(),
    /** What rounding down took, in parts of a cent: `pool × plants mod plants of all`. */
    remainder: bigint({ mode: 'bigint' }).notNull(),
    /** The payout less that of the version before; negative if the member had too much. */
    due: minorUnits().notNull(),
    /** What was deducted for an earlier overpayment. */
    withheld: minorUnits().notNull().default(sql`0`),
    /** The transaction of `due - withheld`; null if that is not above 0, or if the member has left. */
    transactionLabel: label(),
    settledAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.cycle, t.version, t.userId] }),
    foreignKey({
      columns: [t.roomCode, t.cycle, t.version],
      foreignColumns: [growingHarvests.roomCode, growingHarvests.cycle, growingHarvests.version],
    }).onDelete('restrict'),
    check('growing_harvest_shares_plants', sql`${t.plants} > 0`),
    check('growing_harvest_shares_withheld', sql`${t.withheld} between 0 and greatest(${t.due}, 0)`),
    index('growing_harvest_shares_of_member').on(t.userId, t.settledAt),
    index('growing_harvest_shares_open')
      .on(t.roomCode, t.cycle, t.version, t.userId)
      .where(sql`${t.settledAt} is null`),
  ],
);

/** What members had too much by harvests that were corrected. The next payouts repay it. Triggers keep it. */
export const growingOverpaid = pgTable(
  'growing_overpaid',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    amount: minorUnits().notNull(),
    currency: currency(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.currency] }), check('growing_overpaid_amount', sql`${t.amount} >= 0`)],
);
