/** Everything that moves money, as operations that a test draws at random. */
import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { CommandFailed } from '../club/command';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Conflict } from '../http/problems';
import { users } from '../identity/identity.tables';
import { allPermissions, memberPermissions } from '../identity/permissions';
import { InsufficientFunds } from '../ledger/ledger';
import { expireOrders } from './orders/expiry';
import { cancelOrder, createDeposit } from './orders/orders';
import { receivePayment } from './orders/payments';
import { NotRefundable, refundOrder } from './orders/refund';
import { recordTransaction } from './transactions/record';
import { aMember, now } from './wallet.testing';
import { cancelWithdrawal } from './withdrawals/cancel';
import {
  failWithdrawal,
  markExported,
  NotExportable,
  returnWithdrawal,
  settleWithdrawal,
} from './withdrawals/settlement';
import { withdrawalsApprove, withdrawalsReject } from './withdrawals/withdrawals.club';
import { walletPayoutFiles } from './withdrawals/withdrawals.tables';
import { anAccount, aWithdrawal } from './withdrawals/withdrawals.testing';

export const kinds = [
  'order',
  'pay',
  'cancel order',
  'expire',
  'refund',
  'take back',
  'withdraw',
  'cancel',
  'reject',
  'approve',
  'export',
  'complete',
  'fail',
  'return',
] as const;

export interface Operation {
  kind: (typeof kinds)[number];
  /** Says which member, order or withdrawal. */
  pick: number;
  /** Minor units. */
  amount: bigint;
  /** Few, so that many operations are asked for twice. */
  key: number;
}

const operationOf = (kind: fc.Arbitrary<Operation['kind']>): fc.Arbitrary<Operation> =>
  fc.record({
    kind,
    pick: fc.nat({ max: 1000 }),
    amount: fc.bigInt({ min: 1n, max: 70n }).map((euros) => euros * 100n),
    key: fc.nat({ max: 2 }),
  });

/** Half of them bring something to work on. */
export const operation = operationOf(
  fc.oneof(fc.constantFrom('order', 'pay', 'withdraw', 'approve', 'export', 'complete'), fc.constantFrom(...kinds)),
);

/** Members with accounts, and what they have ordered and asked for so far. */
export interface Books {
  members: { id: number; account: number }[];
  staff: [number, number];
  orders: { label: string; userId: number }[];
  withdrawals: { label: string; userId: number }[];
}

export async function openBooks(deps: Deps, members: number): Promise<Books> {
  const staff: Books['staff'] = [await aMember(deps), await aMember(deps)];
  await allow(deps, staff, allPermissions);
  const books: Books = { members: [], staff, orders: [], withdrawals: [] };
  for (let n = 0; n < members; n++) {
    const id = await aMember(deps);
    await allow(deps, [id], memberPermissions);
    books.members.push({ id, account: await anAccount(deps, id) });
  }
  return books;
}

const allow = ({ db }: Deps, ids: number[], permissions: readonly string[]) =>
  db
    .update(users)
    .set({ permissions: [...permissions] })
    .where(inArray(users.id, ids));

export const pickOf = <T>(list: readonly T[], { pick }: Operation): T | undefined => list[pick % list.length];
export const orderAmount = 5000n;
const later = new Date(now.getTime() + 30 * 86_400_000);
const caller = { ip: null, requestId: 'test', language: 'en' as const, now };

/**
 * Does it. `refused` for what the wallet may refuse in words, and where nothing is there to work on; every other error
 * is thrown on.
 */
export async function perform(deps: Deps, books: Books, operation: Operation): Promise<'done' | 'refused'> {
  try {
    return (await act(deps, books, operation)) ? 'done' : 'refused';
  } catch (error) {
    const isRefusal = [InsufficientFunds, Conflict, NotRefundable, NotExportable, CommandFailed].some(
      (kind) => error instanceof kind,
    );
    if (isRefusal) return 'refused';
    throw error;
  }
}

async function act(deps: Deps, books: Books, asked: Operation): Promise<boolean> {
  const { kind, amount, key } = asked;
  const member = pickOf(books.members, asked);
  const order = pickOf(books.orders, asked);
  const withdrawal = pickOf(books.withdrawals, asked);
  if (kind === 'expire') return expireOrders(deps, later).then(() => true);
  if (kind === 'order' && member) {
    const { body } = await createDeposit(deps, member.id, { amount: '50.00', currency: 'EUR' }, randomUUID(), caller);
    return books.orders.push({ label: body.order_label, userId: member.id }) > 0;
  }
  if (kind === 'withdraw' && member) {
    const { id: userId, account: accountId } = member;
    const label = await aWithdrawal(deps, { userId, accountId, amount, fee: BigInt(key) });
    return books.withdrawals.push({ label, userId }) > 0;
  }
  if (kind === 'take back' && member) return takeBack(deps, member.id, amount).then(() => true);
  if (kind === 'pay' && order) {
    const payment = { label: order.label, amount, key: `${order.label} ${key}` };
    return transaction(deps.db, (tx) => receivePayment(tx, deps, payment, now)).then(() => true);
  }
  if (kind === 'cancel order' && order) return cancelOrder(deps, order.userId, order.label, caller).then(() => true);
  if (kind === 'refund' && order) return refundOrder(deps, order.label, 'Asked for', now).then(() => true);
  return withdrawal !== undefined && step(deps, books, kind, withdrawal);
}

/** The bank takes back what it had credited. */
const takeBack = ({ db }: Deps, userId: number, amount: bigint) =>
  transaction(db, (tx) => {
    const postings = [
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount: -amount },
      { account: { kind: 'club.bank' as const, currency: 'EUR' }, amount },
    ];
    const entry = { kind: 'bank.reversal', key: randomUUID(), postings };
    return recordTransaction(tx, { userId, currency: 'EUR', type: 'adjustment', status: 'completed', entry }, now);
  });

async function step(
  deps: Deps,
  { staff }: Books,
  kind: Operation['kind'],
  { label, userId }: Books['withdrawals'][number],
): Promise<boolean> {
  const [approver, exporter] = staff;
  const bank = { reason: 'AC04', externalReference: label, now };
  const given = { label, staff: String(approver) };
  if (kind === 'cancel') return cancelWithdrawal(deps, userId, label, caller).then(() => true);
  if (kind === 'approve') return withdrawalsApprove.run(deps, given, now).then(() => true);
  if (kind === 'reject') return withdrawalsReject.run(deps, { ...given, reason: 'No.' }, now).then(() => true);
  return transaction(deps.db, async (tx) => {
    if (kind === 'complete') return (await settleWithdrawal(tx, deps, label, bank)) === 'done';
    if (kind === 'fail') return (await failWithdrawal(tx, deps, label, bank)) === 'done';
    if (kind === 'return') return (await returnWithdrawal(tx, deps, label, bank)) === 'done';
    if (kind !== 'export') return false;
    const file = { id: randomUUID(), createdAt: now, createdBy: exporter, transfers: 1, total: 1n, xml: '<Document/>' };
    await tx.insert(walletPayoutFiles).values(file);
    await markExported(tx, deps, { labels: [label], fileId: file.id, staffId: exporter, now });
    return true;
  });
}
