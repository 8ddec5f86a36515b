/** Members and entries for tests of the ledger. */
import { sql } from 'drizzle-orm';
import type { TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { users } from '../members/members.tables';
import { bookEntry, type NewEntry } from './ledger';

export const now = new Date('2026-11-20T09:00:00Z');

let members = 0;

/** Adds a member with only the required fields, and returns the id. */
export async function addMember({ db }: Pick<TestDatabase, 'db'>): Promise<number> {
  const number = ++members;
  const [added] = await db
    .insert(users)
    .values({
      firstname: 'Mia',
      lastname: 'Sommer',
      email: `ledger.${number}@example.org`,
      language: 'en',
      refHash: `ledger${number}`,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: users.id });
  return added?.id as number;
}

const bank = { kind: 'club.bank', currency: 'EUR' } as const;
const available = (userId: number) => ({ kind: 'member.available', userId, currency: 'EUR' }) as const;
const held = (userId: number) => ({ kind: 'member.held', userId, currency: 'EUR' }) as const;

/** A deposit, in minor units of euro. */
export const deposit = (userId: number, amount: bigint, key: string): NewEntry => ({
  kind: 'deposit',
  key,
  postings: [
    { account: bank, amount: -amount },
    { account: available(userId), amount },
  ],
});

/** Holds money for a withdrawal. */
export const hold = (userId: number, amount: bigint, key: string): NewEntry => ({
  kind: 'withdrawal.hold',
  key,
  postings: [
    { account: available(userId), amount: -amount },
    { account: held(userId), amount },
  ],
});

/** Releases held money. */
export const release = (userId: number, amount: bigint, key: string): NewEntry => ({
  ...hold(userId, -amount, key),
  kind: 'withdrawal.release',
});

/** Settles held money: the bank has paid it. */
export const settle = (userId: number, amount: bigint, key: string): NewEntry => ({
  kind: 'withdrawal',
  key,
  postings: [
    { account: held(userId), amount: -amount },
    { account: bank, amount },
  ],
});

/** Books one entry in a transaction of its own, together with the member's view of it. */
export const book = ({ db }: Pick<TestDatabase, 'db'>, entry: NewEntry) =>
  transaction(db, async (tx) => {
    const booked = await bookEntry(tx, entry, now);
    if (booked.isNew) await tx.execute(sql.raw(listing(String(booked.id))));
    return booked;
  });

/** Returns a statement that writes an entry's wallet transactions. `entry` is an SQL expression for the entry's id. */
export const listing = (entry: string) => `
  insert into wallet_transactions
    (account_id, position, label, user_id, entry_id, type, status, amount, currency, balance_after, booked_at)
  select p.account_id, p.position, 'TX-' || p.account_id || '-' || p.position, a.user_id, p.entry_id, 'adjustment',
    'completed', p.amount, p.currency, p.balance_after, e.booked_at
  from ledger_postings p join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
  where a.kind = 'member.available' and p.entry_id = ${entry}`;
