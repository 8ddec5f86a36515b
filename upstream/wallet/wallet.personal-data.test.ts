import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import type { KeyedRow } from '../database/personal-data';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import { personalData } from '../personal-data';
import { listObstacles } from '../privacy/deletion';
import { tidyPrivacy } from '../privacy/privacy.housekeeping';
import { openPrivacyClub, type PrivacyClub, unzip } from '../privacy/privacy.testing';
import { assignTransfer } from './bank/assign';
import { anOrder, entryOf, importEntries } from './bank/bank.testing';
import { newLabel } from './labels';
import { walletOrderItems, walletOrders } from './orders/orders.tables';
import { recordTransaction } from './transactions/record';
import { walletTransactions } from './transactions/transactions.tables';
import { giveMoney, pastTriggers } from './wallet.testing';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import { walletWithdrawalDrafts, walletWithdrawals } from './withdrawals/withdrawals.tables';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the wallet of a member who leaves', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let token: string;
  beforeEach(async () => {
    club = await openPrivacyClub(open, { worked: false });
    mia = (await club.addMember()).id;
    token = await club.bearer();
  });

  const obstacles = (language: 'en' | 'de') => listObstacles(club.db, personalData, mia, language);
  const addAccount = async (iban: string) => {
    const row = { userId: mia, name: 'Giro', holder: 'Mia Sommer', iban, usableAt: start, createdAt: start };
    const [added] = await club.db.insert(walletWithdrawAccounts).values(row).returning();
    return added?.id as number;
  };
  const addWithdrawal = async (withdrawAccountId: number, status: 'pending' | 'canceled') => {
    const label = newLabel('WD');
    const row = {
      label,
      userId: mia,
      draftId: uuidV7(start),
      withdrawAccountId,
      amount: 2000n,
      fee: 0n,
      status,
      transactionLabel: newLabel('TX'),
      requestedAt: start,
      estimatedOn: '2026-11-24',
      cancelTokenHash: Buffer.from(label),
      fourEyesFrom: 100_000n,
    };
    await pastTriggers(club, (tx) => tx.insert(walletWithdrawals).values(row));
    return label;
  };
  const addOrder = async () => {
    const label = newLabel('OR');
    const row = { label, userId: mia, type: 'deposit' as const, status: 'awaiting_payment' as const, amount: 5000n };
    const times = { createdAt: start, expiresAt: start };
    await club.db.insert(walletOrders).values({ ...row, ...times, paymentMethod: 'bank_transfer' });
    await club.db
      .insert(walletOrderItems)
      .values({ orderLabel: label, line: 1, title: 'Deposit', quantity: 1, unitPrice: 5000n });
    return label;
  };
  const addDraft = (withdrawAccountId: number) =>
    club.db.insert(walletWithdrawalDrafts).values({
      id: uuidV7(start),
      userId: mia,
      withdrawAccountId,
      amount: 2000n,
      fee: 0n,
      createdAt: start,
      expiresAt: start,
    });
  const takeMoney = (amount: bigint) =>
    transaction(club.db, (tx) =>
      recordTransaction(
        tx,
        {
          userId: mia,
          currency: 'EUR',
          type: 'adjustment',
          status: 'completed',
          entry: {
            kind: 'adjustment',
            key: 'test:taken',
            postings: [
              { account: { kind: 'member.available', userId: mia, currency: 'EUR' }, amount: -amount },
              { account: { kind: 'club.adjustment', currency: 'EUR' }, amount },
            ],
          },
        },
        start,
      ),
    );

  it('is in the export, amounts as decimals, page by page', async () => {
    const withdrawAccountId = await addAccount('DE02120300000000202051');
    for (const amount of [159_934n, 1n, 66n]) await giveMoney(club, mia, amount, start);
    const order = await addOrder();
    const withdrawal = await addWithdrawal(withdrawAccountId, 'pending');
    await addDraft(withdrawAccountId);
    const { id } = (await club.call('POST', '/user/export', { token })).body;
    await club.build(id);
    const files = unzip(await (await club.file(token, id)).arrayBuffer());
    const read = (name: string) => JSON.parse(files[`${name}.json`] ?? 'null');
    expect(read('transactions')).toMatchObject([
      { type: 'deposit', amount: '1599.34', balance_after: '1599.34', currency: 'EUR' },
      { amount: '0.01', balance_after: '1599.35' },
      { amount: '0.66', balance_after: '1600.01' },
    ]);
    expect(read('orders')).toMatchObject([
      { label: order, amount: '50.00', items: [{ title: 'Deposit', quantity: 1, unit_price: '50.00' }] },
    ]);
    expect(read('withdrawals')).toMatchObject([{ label: withdrawal, amount: '20.00', account: withdrawAccountId }]);
    expect(read('withdraw_accounts')).toMatchObject([{ iban: 'DE02120300000000202051', holder: 'Mia Sommer' }]);
    expect(read('withdrawal_drafts')).toMatchObject([{ amount: '20.00' }]);
    const part = personalData.flatMap(({ exports }) => exports).find(({ name }) => name === 'transactions');
    const amounts: unknown[] = [];
    for (let after: string | number | null = null; ; ) {
      const [next]: KeyedRow[] = (await part?.rows(club.db, mia, after, 1)) ?? [];
      if (!next) break;
      amounts.push(next.row.amount);
      after = next.key;
    }
    expect([amounts, await part?.count(club.db, mia)]).toEqual([['1599.34', '0.01', '0.66'], 3]);
  });

  it('holds what the bank brought: for an order, or given to the member without one', async () => {
    const idas = (await club.addMember({ email: 'ida@example.org' })).id;
    const order = await anOrder(club, mia, 10_000n);
    const { transfers } = await importEntries(
      club,
      ...[order, 'For Mia', 'For Ida'].map((remittance, at) => entryOf({ amount: 10_000n + BigInt(at), remittance })),
    );
    for (const [at, userId] of [mia, idas].entries()) {
      const { id } = transfers[at + 1] as { id: number };
      await transaction(club.db, (tx) => assignTransfer(tx, club, id, { userId }, start));
    }
    const part = personalData.flatMap(({ exports }) => exports).find(({ name }) => name === 'payments_received');
    expect(await part?.count(club.db, mia)).toBe(2);
    const [first, second, ...more] = (await part?.rows(club.db, mia, null, 10)) ?? [];
    expect([first?.row, second?.row, more]).toMatchObject([
      { amount: '100.00', order },
      { amount: '100.01', remittance: 'For Mia', order: null },
      [],
    ]);
    expect(await part?.rows(club.db, mia, second?.key ?? null, 10)).toEqual([]);
  });

  it('has to be settled first, in words', async () => {
    expect(await obstacles('en')).toEqual([]);
    const withdrawAccountId = await addAccount('DE02120300000000202051');
    expect(await obstacles('en')).toEqual([]);
    await giveMoney(club, mia, 159_934n, start);
    await addOrder();
    await addOrder();
    await addWithdrawal(withdrawAccountId, 'pending');
    expect(await obstacles('en')).toEqual([
      'There is €1,599.34 in your wallet: withdraw it first.',
      'You have 2 open orders: pay or cancel them first.',
      'A withdrawal is under way: wait until it is done.',
    ]);
    expect((await obstacles('de')).map((text) => text.replace(/\s/g, ' '))).toEqual([
      'Du hast 1.599,34 € Guthaben: Zahle es zuerst aus.',
      'Du hast 2 offene Bestellungen: Bezahle oder storniere sie zuerst.',
      'Eine Auszahlung ist unterwegs: Warte, bis sie erledigt ist.',
    ]);
    const answer = await club.requestDeletion(token);
    expect([answer.status, answer.body.code]).toEqual([409, 'deletion_blocked']);
    expect(answer.body.message).toContain('€1,599.34');
  });

  it('keeps records of payments, and loses what is none', async () => {
    const used = await addAccount('DE02120300000000202051');
    const unused = await addAccount('FR1420041010050500013M02606');
    await addWithdrawal(used, 'canceled');
    await addDraft(unused);
    await giveMoney(club, mia, 5000n, start);
    await takeMoney(5000n);
    const live = club.db.delete(walletWithdrawAccounts).where(eq(walletWithdrawAccounts.id, unused));
    await expect(Promise.resolve(live)).rejects.toThrow();
    expect((await club.requestDeletion(token)).status).toBe(202);
    vi.setSystemTime(new Date('2026-12-04T09:00:01Z'));
    await tidyPrivacy(club, personalData, new Date());
    const kept = await club.db.select().from(walletWithdrawAccounts);
    expect(kept.map(({ id, name, isDefault }) => [id, name, isDefault])).toEqual([[used, '-', false]]);
    expect(kept[0]?.deletedAt).not.toBeNull();
    expect(await club.db.$count(walletWithdrawalDrafts)).toBe(0);
    expect(await club.db.$count(walletWithdrawals)).toBe(1);
    expect(await club.db.$count(walletTransactions, eq(walletTransactions.userId, mia))).toBe(2);
  });
});
