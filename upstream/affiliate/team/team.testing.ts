/** A sponsor tree of members who buy, move and leave, for tests. */
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database';
import type { TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { somePlants } from '../../growing/growing.testing';
import { growingPurchases } from '../../growing/sales/sales.tables';
import { users } from '../../members/members.tables';
import { anonymiseMember } from '../../members/membership';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { pastTriggers } from '../../wallet/wallet.testing';
import { affiliateMoves } from './team.tables';

export const start = new Date('2026-11-20T09:00:00Z');

let added = 0;

/** Registers a member under a sponsor. */
export async function join(
  { db }: { db: Database },
  referrerId: number | null,
  member: Partial<typeof users.$inferInsert> = {},
): Promise<number> {
  const number = ++added;
  const row = {
    ...{ firstname: 'Mira', lastname: `Maier ${number}`, email: `team.${number}@example.org`, language: 'en' as const },
    ...{ refHash: `team${String(number).padStart(6, '0')}`, referrerId, createdAt: start, updatedAt: start },
  };
  const [found] = await db
    .insert(users)
    .values({ ...row, ...member })
    .returning({ id: users.id });
  return found?.id as number;
}

/** Sells plants for 100.00 each, and returns the label of the order. */
export const buy = (club: TestDatabase, sale: string, userId: number, quantity: number): Promise<string> =>
  somePlants(club, { userId, sale, quantity }, start);

/** Takes the plants of an order back. */
export async function refund(club: TestDatabase, label: string): Promise<void> {
  await pastTriggers(club, (tx) =>
    tx.update(walletOrders).set({ status: 'refunded' }).where(eq(walletOrders.label, label)),
  );
  const taken = { state: 'returned' as const, changedAt: start };
  await club.db.update(growingPurchases).set(taken).where(eq(growingPurchases.orderLabel, label));
}

/** Moves a member under another sponsor. */
export const move = ({ db }: { db: Database }, userId: number, fromId: number | null, toId: number) =>
  db.insert(affiliateMoves).values({ userId, fromId, toId, reason: 'Asked for', staffId: toId, at: start });

/** Removes a member’s personal data, as a deletion does. */
export const leave = ({ db }: { db: Database }, id: number): Promise<void> =>
  transaction(db, async (tx) => void (await anonymiseMember(tx, { id, language: 'en' }, start)));
