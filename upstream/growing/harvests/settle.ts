/** Settles the share of one member: entry, transaction and notification, in the caller's transaction. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { bookEntry, type NewEntry } from '../../ledger/ledger';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { recordTransaction } from '../../wallet/wallet';
import type { growingRooms } from '../rooms/rooms.tables';
import { harvestId, shareKey } from './harvest-id';
import { type HarvestRow, ofVersion } from './harvests';
import { harvestNotice } from './harvests.notices';
import { growingHarvestShares } from './harvests.tables';

export type ShareRow = typeof growingHarvestShares.$inferSelect;

interface Settlement {
  harvest: HarvestRow;
  room: Pick<typeof growingRooms.$inferSelect, 'name' | 'nameDe'>;
  share: ShareRow;
  /** Locked by the caller. */
  member: UserRow;
  /** What the member had too much by corrections, in minor units. */
  owed: bigint;
}

/** Pays what is due, less what the member owes of earlier payouts. A negative due is only noted as overpaid. */
export async function settleShare(tx: Tx, deps: Deps, settlement: Settlement, now: Date): Promise<void> {
  const { harvest, share, member, owed } = settlement;
  const { userId, due } = share;
  const withheld = due > 0n && owed > 0n ? smaller(due, owed) : 0n;
  const hasLeft = member.deletedAt !== null;
  const paid = due > 0n && !hasLeft ? due - withheld : 0n;
  const transactionLabel = await book(tx, harvest, { userId, due, withheld, paid }, now);
  await tx
    .update(growingHarvestShares)
    .set({ withheld, transactionLabel, settledAt: now })
    .where(and(ofVersion(harvest), eq(growingHarvestShares.userId, userId)));
  const notice = hasLeft ? null : harvestNotice({ ...settlement, withheld }, now);
  if (notice) await createNotification({ ...deps, db: tx }, notice);
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

interface Amounts {
  userId: number;
  due: bigint;
  withheld: bigint;
  /** What goes into the balance. */
  paid: bigint;
}

/** Returns the label of the transaction, or null if no money of the member moves. */
async function book(tx: Tx, harvest: HarvestRow, amounts: Amounts, now: Date): Promise<string | null> {
  const { userId, paid } = amounts;
  const { currency } = harvest;
  const entry = entryOf(harvest, amounts);
  if (entry.postings.length === 0) return null;
  if (paid === 0n) {
    await bookEntry(tx, entry, now);
    return null;
  }
  const reference = { kind: 'harvest', label: harvestId(harvest) };
  const row = { userId, currency, type: 'harvest_payout' as const, status: 'completed' as const, reference };
  return (await recordTransaction(tx, { ...row, entry }, now)).label;
}

/** What a correction brings to somebody who has left stays in `club.payable`. */
function entryOf(harvest: HarvestRow, { userId, due, withheld, paid }: Amounts): NewEntry {
  const { currency } = harvest;
  const tooMuch = due < 0n ? due : 0n;
  const postings = [
    { account: { kind: 'member.available' as const, userId, currency }, amount: paid },
    { account: { kind: 'club.payable' as const, currency }, amount: -(paid + withheld) },
    { account: { kind: 'club.overpaid' as const, currency }, amount: withheld + tooMuch },
    { account: { kind: 'club.harvest' as const, currency }, amount: -tooMuch },
  ];
  const kind = due < 0n ? 'harvest.overpaid' : 'harvest_payout';
  return { kind, key: shareKey(harvest, userId), postings: postings.filter(({ amount }) => amount !== 0n) };
}
