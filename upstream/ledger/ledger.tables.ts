/**
 * Double entry, and the log over it. The triggers of the migration enforce what docs/product/wallet.md promises,
 * against any client of the database. The constraints here enforce the rest.
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
import { users } from '../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** Minor units of the account's currency. */
const minorUnits = () => bigint({ mode: 'bigint' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const isDigest = (column: unknown) => sql`octet_length(${column}) = 32`;

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** `member.…` belongs to a member, `club.…` to the club. */
    kind: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'restrict' }),
    currency: text().notNull(),
    /** The sum of the account's postings. */
    balance: minorUnits().notNull().default(sql`0`),
    /** The number of the account's postings. */
    postings: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: instant().notNull(),
  },
  (t) => [
    unique('ledger_accounts_once').on(t.userId, t.kind, t.currency).nullsNotDistinct(),
    check('ledger_accounts_owner', sql`(${t.kind} like 'member.%') = (${t.userId} is not null)`),
    check('ledger_accounts_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      'ledger_accounts_not_overdrawn',
      sql`${t.kind} not like 'member.%' or ${t.kind} = 'member.debt' or ${t.balance} >= 0`,
    ),
    check('ledger_accounts_debt', sql`${t.kind} <> 'member.debt' or ${t.balance} <= 0`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** The cause of the entry: `order:OR-…:paid:…`. It is unique, so that one cause books once. */
    key: text().notNull().unique(),
    bookedAt: instant().notNull(),
    /** 32 random bytes, so that the leaf in the log reveals nothing about the entry. */
    salt: bytes().notNull(),
    /** The number of its postings. The database accepts neither fewer nor more, at any time. */
    postings: integer().notNull(),
  },
  (t) => [
    check('ledger_entries_salt', isDigest(t.salt)),
    check('ledger_entries_postings', sql`${t.postings} >= 2`),
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
    /** Positive: the account's balance rises. */
    amount: minorUnits().notNull(),
    /** The account's currency; set by the database. */
    currency: text().notNull().default(''),
    /** Position within the account, from 1 and without gaps; set by the database. */
    position: bigint({ mode: 'number' }).notNull().default(0),
    /** The account's balance after this posting; set by the database. */
    balanceAfter: minorUnits().notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.position] }),
    index('ledger_postings_entry').on(t.entryId),
    check('ledger_postings_amount', sql`${t.amount} <> 0 and abs(${t.amount}) <= 1000000000000000`),
  ],
);

/** Entries that are not yet in the log. */
export const ledgerUnlogged = pgTable('ledger_unlogged', {
  entryId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => ledgerEntries.id, { onDelete: 'restrict' }),
});

/** The complete nodes of the Merkle tree. Level 0 holds the leaves; a node of level n spans 2^n leaves. */
export const ledgerLogNodes = pgTable(
  'ledger_log_nodes',
  {
    level: integer().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
    /** Set for leaves only. */
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

/** Every head that was ever published. */
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
