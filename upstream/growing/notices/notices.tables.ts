import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type Stage, stages } from '../../contract/growing';
import { instant } from '../../database/columns';
import { growingRooms } from '../rooms/rooms.tables';

const events = [...stages, 'lost'].map((event) => `'${event}'`).join(', ');

/** What the members with plants in a room are told, and how far that got. A job tells them. */
export const growingNotices = pgTable(
  'growing_notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    roomCode: text()
      .notNull()
      .references(() => growingRooms.code, { onDelete: 'restrict' }),
    cycle: integer().notNull(),
    /** The stage that began, or that plants were lost. */
    event: text().$type<Stage | 'lost'>().notNull(),
    /** When it happened; of a loss the time of its rows. */
    at: instant().notNull(),
    /** The highest number of a member who was told. Members are told in the order of their numbers. */
    toldUpTo: integer().notNull().default(0),
    /** When the last member was told. */
    finishedAt: instant(),
  },
  (t) => [
    uniqueIndex('growing_notices_once').on(t.roomCode, t.cycle, t.event, t.at),
    check('growing_notices_event', sql`${t.event} in (${sql.raw(events)})`),
  ],
);
