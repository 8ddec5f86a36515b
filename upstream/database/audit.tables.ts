import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The append-only audit log. Triggers refuse to delete or change rows, except to remove a deleted member's address. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** Who acted; null for the system and for guests. */
    actorId: bigint({ mode: 'number' }),
    /** The member whose data is concerned. */
    userId: bigint({ mode: 'number' }),
    action: text().notNull(),
    ip: text(),
    requestId: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_user_id_id').on(table.userId, table.id.desc()),
    index('audit_log_user_id_at').on(table.userId, table.at.desc()),
  ],
);
