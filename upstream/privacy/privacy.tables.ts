/** Exports of members' data. A file is ready as a whole or not at all; see export-build.ts. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { literal } from '../database/lengths';
import { users } from '../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const exports = pgTable(
  'exports',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: ['waiting', 'running', 'ready', 'failed', 'expired'] }).notNull(),
    /** The number of attempts to build it. Chunks of earlier attempts do not belong to the file. */
    attempt: integer().notNull().default(0),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer(),
    /** Bytes of the file. */
    size: bigint({ mode: 'number' }),
    requestedAt: instant().notNull(),
    madeAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    index('exports_user_id_requested_at').on(t.userId, t.requestedAt.desc()),
    uniqueIndex('exports_one_at_a_time').on(t.userId).where(sql`${t.state} in ('waiting', 'running')`),
    check('exports_state', sql`${t.state} in ('waiting', 'running', 'ready', 'failed', 'expired')`),
    check(
      'exports_ready_is_whole',
      sql`${t.state} <> 'ready' or (coalesce(${t.size}, 0) > 0 and ${t.madeAt} is not null and ${t.expiresAt} is not null)`,
    ),
    check('exports_progress', sql`${t.rowsDone} between 0 and ${t.rowsTotal}`),
  ],
);

/** Small, so that database, upstream and web app never hold more than a few chunks in memory. */
export const chunkBytes = 256 * 1024;

export const exportChunks = pgTable(
  'export_chunks',
  {
    exportId: uuid().notNull(),
    attempt: integer().notNull(),
    number: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.exportId, t.attempt, t.number] }),
    foreignKey({ columns: [t.exportId], foreignColumns: [exports.id] }).onDelete('cascade'),
    check('export_chunks_size', sql`octet_length(${t.bytes}) between 1 and ${literal(chunkBytes)}`),
  ],
);
