/** Members with money, for tests of the wallet. */
import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { users } from '../members/members.tables';
import { recordTransaction } from './transactions/record';

export const now = new Date('2026-11-20T10:00:00Z');

let members = 0;
let deposits = 0;

/** Returns the id of a new member with a confirmed e-mail address. */
export async function aMember({ db }: { db: Database }): Promise<number> {
  const number = ++members;
  const [added] = await db
    .insert(users)
    .values({
      firstname: 'Mira',
      lastname: 'Maier',
      email: `wallet.${number}@example.org`,
      emailVerifiedAt: now,
      language: 'en',
      refHash: `wallet${number}`,
      addressIsFilled: true,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: users.id });
  return added?.id as number;
}

/** Pays `amount` minor units of euro into the balance and returns the label. */
export const giveMoney = ({ db }: { db: Database }, userId: number, amount: bigint, at = now): Promise<string> =>
  transaction(db, async (tx) => {
    const key = `test:deposit:${process.pid}:${++deposits}`;
    const { label } = await recordTransaction(tx, depositOf(userId, amount, key), at);
    return label;
  });

/** A deposit as the bank import books it. */
export const depositOf = (userId: number, amount: bigint, key: string) => ({
  userId,
  currency: 'EUR',
  type: 'deposit' as const,
  status: 'completed' as const,
  entry: {
    kind: 'deposit',
    key,
    postings: [
      { account: { kind: 'club.bank' as const, currency: 'EUR' }, amount: -amount },
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount },
    ],
  },
});

/** Writes rows past the triggers, for states that no step of the product leads to. */
export const pastTriggers = <T>({ db }: { db: Database }, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    return work(tx);
  });
