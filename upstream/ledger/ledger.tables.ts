/**
 * Double entry, and the log over it. What product/wallet.md promises is kept by the triggers of the migration, against any
 * client of the database; the constraints here are the rest.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/identity.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** Minor units of the account's currency. */
const minorUnits = () => bigint({ mode: 'bigint' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const isDigest = (column: unknown) => sql`octet_length(${column}) = 32`;

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** `member.…` belongs to a member, `club.…` to the club. */
    kind: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'restrict' }),
    currency: text().notNull(),
    /** The sum of its postings. */
    balance: minorUnits().notNull().default(sql`0`),
    /** How many postings it has. */
    postings: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: instant().notNull(),
  },
  (t) => [
    unique('ledger_accounts_once').on(t.userId, t.kind, t.currency).nullsNotDistinct(),
    check('ledger_accounts_owner', sql`(${t.kind} like 'member.%') = (${t.userId} is not null)`),
    check('ledger_accounts_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('ledger_accounts_not_overdrawn', sql`${t.kind} not like 'member.%' or ${t.balance} >= 0`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** What caused it, and no second time: `order:OR-…:paid:…`. */
    key: text().notNull().unique(),
    bookedAt: instant().notNull(),
    /** 32 random bytes, so that nothing can be read from its leaf in the log. */
    salt: bytes().notNull(),
    /** The transaction that wrote it: no other can add postings. Set by the database. */
    writtenIn: transactionId().notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    check('ledger_entries_salt', isDigest(t.salt)),
    check('ledger_entries_kind', sql`${t.kind} ~ '^[a-z][a-z_.]{1,39}$'`),
    check('ledger_entries_key', sql`char_length(${t.key}) between 1 and 200`),
  ],
);

export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: 'restrict' }),
    accountId: integer()
      .notNull()
      .references(() => ledgerAccounts.id, { onDelete: 'restrict' }),
    /** Positive: the account gains. */
    amount: minorUnits().notNull(),
    /** Of its account; set by the database. */
    currency: text().notNull().default(''),
    /** Dense in its account, from 1; set by the database. */
    position: bigint({ mode: 'number' }).notNull().default(0),
    /** Of its account; set by the database. */
    balanceAfter: minorUnits().notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.position] }),
    index('ledger_postings_entry').on(t.entryId),
    check('ledger_postings_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 1000000000000000`),
  ],
);

/** Entries that wait for their place in the log. */
export const ledgerUnlogged = pgTable('ledger_unlogged', {
  entryId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => ledgerEntries.id, { onDelete: 'restrict' }),
});

/** The nodes of the Merkle tree that are complete: level 0 are its leaves, level n spans 2^n of them. */
export const ledgerLogNodes = pgTable(
  'ledger_log_nodes',
  {
    level: integer().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
    /** Of a leaf. */
    entryId: bigint({ mode: 'number' })
      .unique()
      .references(() => ledgerEntries.id, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.level, t.position] }),
    check('ledger_log_nodes_hash', isDigest(t.hash)),
    check('ledger_log_nodes_leaf', sql`(${t.level} = 0) = (${t.entryId} is not null)`),
  ],
);

/** Every head that was ever given out. */
export const ledgerLogHeads = pgTable(
  'ledger_log_heads',
  {
    size: bigint({ mode: 'number' }).primaryKey(),
    rootHash: bytes().notNull(),
    signedAt: instant().notNull(),
    /** A signed note; see `checkpoint.ts`. */
    note: text().notNull(),
  },
  (t) => [check('ledger_log_heads_root', isDigest(t.rootHash)), check('ledger_log_heads_size', sql`${t.size} > 0`)],
);
