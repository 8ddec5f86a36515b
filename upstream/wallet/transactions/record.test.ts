import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { InsufficientFunds } from '../../ledger/ledger';
import { aMember, depositOf, now } from '../wallet.testing';
import { recordTransaction } from './record';
import { walletTransactions } from './transactions.tables';

describeOnEachDatabase('a transaction', (open) => {
  it('stands where its posting stands, and its cause books once', async () => {
    const { db } = await open();
    const userId = await aMember({ db });
    const first = await transaction(db, (tx) => recordTransaction(tx, depositOf(userId, 5000n, 'a'), now));
    const again = await transaction(db, (tx) => recordTransaction(tx, depositOf(userId, 5000n, 'a'), now));
    await transaction(db, (tx) => recordTransaction(tx, depositOf(userId, 250n, 'b'), now));
    expect(again).toEqual({ ...first, isNew: false });
    const rows = await db.select().from(walletTransactions).orderBy(walletTransactions.position);
    expect(rows.map(({ position, amount, balanceAfter }) => [position, amount, balanceAfter])).toEqual([
      [1, 5000n, 5000n],
      [2, 250n, 5250n],
    ]);
    expect(rows[0]?.label).toMatch(/^TX-/);
  });

  it('leaves nothing behind where the money is missing', async () => {
    const { db } = await open();
    const userId = await aMember({ db });
    const work = transaction(db, (tx) => recordTransaction(tx, depositOf(userId, -1n, 'a'), now));
    await expect(work).rejects.toThrow(InsufficientFunds);
    expect(await db.$count(walletTransactions)).toBe(0);
  });

  it('is kept by the database as it is, but for its status', async () => {
    const { db } = await open();
    const userId = await aMember({ db });
    const { label } = await transaction(db, (tx) => recordTransaction(tx, depositOf(userId, 5000n, 'a'), now));
    const change = (set: string) => db.$client.query(`update wallet_transactions set ${set} where label = '${label}'`);
    await change("status = 'reversed'");
    for (const set of ['amount = 9', "type = 'bonus'", "booked_at = '2020-01-01'", "status = 'pending'"]) {
      await expect(change(set), set).rejects.toMatchObject({ code: '23001' });
    }
    await expect(db.$client.query('delete from wallet_transactions')).rejects.toMatchObject({ code: '23001' });
    expect(await db.$count(walletTransactions, eq(walletTransactions.label, label))).toBe(1);
  });
});
