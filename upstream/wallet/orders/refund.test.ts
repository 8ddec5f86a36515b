import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { aColleague, actorNumbered, asStaff } from '../../identity/staff/staff.testing';
import { InsufficientFunds } from '../../ledger/ledger';
import { newLabel } from '../labels';
import { recordTransaction } from '../transactions/record';
import { walletTransactions } from '../transactions/transactions.tables';
import { ordersList, ordersRefund } from './orders.club';
import { newKey, openWithOrder, pay } from './orders.testing';
import { refundOrder } from './refund';

const start = new Date('2026-11-20T09:00:00Z');
const dayMs = 24 * 60 * 60_000;
const later = (days: number) => new Date(start.getTime() + days * dayMs);

const greta = actorNumbered(999);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

/** Debits the balance by an adjustment, in minor units. */
const takeMoney = (club: Club, userId: number, amount: bigint) =>
  transaction(club.db, (tx) =>
    recordTransaction(
      tx,
      {
        userId,
        currency: 'EUR',
        type: 'adjustment',
        status: 'completed',
        entry: {
          kind: 'adjustment',
          key: newKey(),
          postings: [
            { account: { kind: 'member.available', userId, currency: 'EUR' }, amount: -amount },
            { account: { kind: 'club.adjustment', currency: 'EUR' }, amount },
          ],
        },
      },
      start,
    ),
  );

const makeRefund = (club: Club, label: string, reason: string, at: Date) =>
  transaction(club.db, (tx) => refundOrder(tx, club, { label, reason, actorId: 1 }, at));

const notesOf = ({ timeline }: { timeline: { status: string; note: string | null }[] }) =>
  timeline.map(({ status, note }) => [status, note]);

describeOnEachDatabase('a refund', (open) => {
  it('takes the amount of a completed order out of the balance, with the reason', async () => {
    const { club, mia, label, available } = await openWithOrder(open);
    await pay(club, label, 12_000n, later(1));
    await makeRefund(club, label, 'Paid by mistake', later(2));
    const order = await mia.show(label);
    expect([order.status, notesOf(order).at(-1)?.[1]]).toEqual(['refunded', 'Paid by mistake']);
    expect(await available()).toBe(2000n);
    const [, refund] = await club.db.select().from(walletTransactions).orderBy(walletTransactions.position);
    expect(refund).toMatchObject({ type: 'refund', amount: -10_000n, note: 'Paid by mistake', referenceLabel: label });
    expect((await club.mails()).at(-1)?.subject).toBe('€100.00 is going back to you');
    await expect(makeRefund(club, label, 'Twice', later(3))).rejects.toThrow('The order is refunded');
  });

  it('is refused for an order that is not completed', async () => {
    const { club, label } = await openWithOrder(open);
    await expect(makeRefund(club, label, 'Too early', start)).rejects.toThrow('The order is awaiting_payment');
  });

  it('is refused where the balance is less by now, and nothing changes', async () => {
    const { club, mia, label, available, id } = await openWithOrder(open);
    await pay(club, label, 10_000n, later(1));
    await takeMoney(club, id, 1n);
    await expect(makeRefund(club, label, 'Too late', later(2))).rejects.toThrow(InsufficientFunds);
    expect((await mia.show(label)).status).toBe('completed');
    expect(await available()).toBe(9999n);
  });
});

describeOnEachDatabase('staff', (open) => {
  it('list orders and refund them by the command line', async () => {
    const { club, label, id } = await openWithOrder(open);
    await pay(club, label, 10_000n, later(1));
    const { lines, data } = await ordersList.run(
      club,
      { user: 'mia@example.org', status: 'completed' },
      later(2),
      aColleague,
    );
    expect(lines).toEqual([`${label}  2026-11-20  member ${id}  deposit  completed  100.00 of 100.00 EUR`]);
    expect(data.orders).toMatchObject([{ order: label, user: id, amount: '100.00' }]);
    expect((await ordersList.run(club, { status: 'open' }, later(2), aColleague)).lines).toEqual([
      'There is no such order.',
    ]);
    const refunded = await ordersRefund.run(
      club,
      { label: label.toLowerCase(), reason: 'Paid twice' },
      later(2),
      greta,
    );
    expect(refunded.lines).toEqual([`Refunded ${label}: 100.00 EUR left the balance. Transfer it to the member now.`]);
    const refuse = (given: object) =>
      expect(ordersRefund.run(club, { reason: 'Once more', ...given }, later(3), greta)).rejects;
    await refuse({ label }).toThrow(`${label} is refunded; only a completed order can be refunded.`);
    const unknown = newLabel('OR');
    await refuse({ label: unknown }).toThrow(`There is no order ${unknown}.`);
    await refuse({ label: 'OR-1' }).toThrow('OR-1 is not the label of an order.');
    await refuse({ label, reason: ' ' }).toThrow('--reason: is empty');
  });

  it('refund a large order in two, and none of their own', async () => {
    const { club, id, label, available } = await openWithOrder(open, '1000.00');
    await pay(club, label, 100_000n, later(1));
    const [otto, ines] = [
      await club.addMember({ email: 'otto@example.org', ...asStaff }),
      await club.addMember({ email: 'ines@example.org', ...asStaff }),
    ];
    const refundBy = (by: number) =>
      ordersRefund.run(club, { label, reason: 'Paid twice' }, later(2), actorNumbered(by));
    await expect(refundBy(id)).rejects.toThrow('own');
    expect((await refundBy(otto.id)).data).toMatchObject({ done: false });
    await expect(refundBy(otto.id)).rejects.toThrow('a colleague has to confirm it');
    expect(await available()).toBe(100_000n);
    await refundBy(ines.id);
    expect(await available()).toBe(0n);
  });
});
