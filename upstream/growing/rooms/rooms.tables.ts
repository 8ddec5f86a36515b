import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { type Stage, stages } from '../../contract/growing';
import { instant } from '../../database/columns';
import { users } from '../../members/members.tables';

const among = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** A room grows one cycle at a time. Its cycle and stage are those of the newest row of its history; a trigger sets them. */
export const growingRooms = pgTable(
  'growing_rooms',
  {
    code: text().primaryKey(),
    name: text().notNull(),
    nameDe: text().notNull(),
    city: text().notNull(),
    /** The number of plants that fit in. */
    places: integer().notNull(),
    /** 0 before the first cycle. */
    cycle: integer().notNull().default(0),
    /** Null before the first cycle. */
    stage: text().$type<Stage>(),
    stageSince: instant(),
    /** When the harvest is expected, or null. */
    expectedOn: date({ mode: 'string' }),
    strain: text(),
    /** The highest number that a plant of the room has. Numbers are given once. */
    lastNumber: integer().notNull().default(0),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('growing_rooms_code', sql`${t.code} ~ '^[A-Z][A-Z0-9]{0,5}$'`),
    check('growing_rooms_places', sql`${t.places} between 1 and 999999`),
    check('growing_rooms_numbers', sql`${t.lastNumber} between 0 and 999999`),
    check('growing_rooms_stage', sql`${t.stage} in (${among(stages)})`),
    check(
      'growing_rooms_begun',
      sql`(${t.cycle} = 0) = (${t.stage} is null) and (${t.cycle} = 0) = (${t.stageSince} is null)`,
    ),
  ],
);

/** The history of a room: each stage of each cycle. Append-only. */
export const growingStages = pgTable(
  'growing_stages',
  {
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    cycle: integer().notNull(),
    stage: text().$type<Stage>().notNull(),
    since: instant().notNull(),
    expectedOn: date({ mode: 'string' }),
    strain: text().notNull(),
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.cycle, t.stage] }),
    check('growing_stages_stage', sql`${t.stage} in (${among(stages)})`),
    check('growing_stages_strain', sql`char_length(${t.strain}) between 1 and 60`),
  ],
);

/** What staff counted. Append-only. */
export const growingCounts = pgTable(
  'growing_counts',
  {
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    countedAt: instant().notNull(),
    standing: integer().notNull(),
    /** What the book expected at that time. */
    expected: integer().notNull(),
    /** Why the two differ; members read it. */
    reason: text(),
    reasonDe: text(),
    staffId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.roomCode, t.countedAt] }),
    check('growing_counts_standing', sql`${t.standing} between 0 and 999999`),
    check(
      'growing_counts_reason',
      sql`${t.standing} = ${t.expected}
        or coalesce(char_length(${t.reason}) between 1 and 200 and char_length(${t.reasonDe}) between 1 and 200, false)`,
    ),
  ],
);
