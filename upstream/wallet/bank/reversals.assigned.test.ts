import { asc, desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aColleague } from '../../identity/staff/staff.testing';
import { getStanding } from '../../ledger/ledger';
import { notifications } from '../../notifications/notifications.tables';
import { walletOrderSteps } from '../orders/orders.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { aMember, now } from '../wallet.testing';
import { anExportedWithdrawal } from '../withdrawals/withdrawals.testing';
import { paymentsAssign } from './assign.club';
import { paymentsUnmatched } from './bank.club';
import {
  anOrder,
  asBatchOf,
  entryOf,
  expectAgreement,
  findStatus,
  importEntries,
  listOutcomes,
  readAvailable,
  readBalance,
  statementOf,
  twoPayouts,
} from './bank.testing';
import { importStatements } from './import';

describeOnEachDatabase('a statement that begins with the newest', (open) => {
  it('reverses a payment that stands behind its reversal', async () => {
    const club = await open();
    const userId = await aMember(club);
    const payment = entryOf({ amount: 10_000n, remittance: await anOrder(club, userId, 10_000n) });
    await importEntries(club, { ...payment, amount: -10_000n, isReversal: true }, payment);
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal']);
    expect(await readAvailable(club, userId)).toBe(0n);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });

  it('returns a payout whose file stands behind it in one sum', async () => {
    const club = await open();
    const { labels, fileId } = await twoPayouts(club);
    const file = asBatchOf(fileId, statementOf([entryOf({ amount: -19_800n })]));
    const [batch = ''] = /<Ntry>[\s\S]*<\/Ntry>/.exec(file) ?? [];
    const returned = statementOf([entryOf({ amount: 9900n, endToEndId: labels[0], returnReason: 'AC04' })]);
    const both = returned.replace('</Ntry>', `</Ntry>${batch}`);
    await transaction(club.db, (tx) => importStatements(tx, club, both, now));
    expect(await listOutcomes(club)).toEqual(['credited', 'payout', 'return']);
    expect(await Promise.all(labels.map((label) => findStatus(club, label)))).toEqual(['returned', 'completed']);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a payment that the bank reversed, by word of the staff', (open) => {
  /** A reversal that names no payment, and the payment that came after it. */
  async function reversed(amount = -10_000n) {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const { transfers } = await importEntries(club, entryOf({ amount, returnReason: 'FRAD' }));
    await importEntries(club, entryOf({ amount: 10_000n, remittance: label }));
    const assign = (to: string | number) =>
      paymentsAssign.run(club, { id: transfers[0]?.id, to: String(to), reason: 'The bank says so.' }, now, aColleague);
    return { club, userId, label, assign };
  }

  it('leaves the balance of an order’s member, who is told as by the import', async () => {
    const { club, userId, label, assign } = await reversed();
    await club.db.$client.query('delete from pgboss.job');
    expect((await assign(label)).lines).toEqual([expect.stringContaining(`is reversal: ${label}`)]);
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal']);
    expect(await readAvailable(club, userId)).toBe(0n);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([0n, 0n]);
    const rows = await club.db.select().from(walletTransactions).orderBy(asc(walletTransactions.position));
    expect(rows.map(({ type, status, referenceLabel }) => [type, status, referenceLabel])).toEqual([
      ['deposit', 'reversed', label],
      ['adjustment', 'completed', label],
    ]);
    const text = `The bank reversed your payment for order ${label} of €100.00. The money left your balance.`;
    const isTold = eq(notifications.type, 'wallet.payment_reversed');
    expect(JSON.stringify(await club.db.select().from(notifications).where(isTold))).toContain(text);
    const { rows: jobs } = await club.db.$client.query('select name, data::text from pgboss.job');
    expect(jobs).toEqual([{ name: 'confirmation', data: expect.stringContaining(text) }]);
    const [step] = await club.db.select().from(walletOrderSteps).orderBy(desc(walletOrderSteps.id));
    expect(step).toMatchObject({ orderLabel: label, note: 'reversed:100.00' });
    await expectAgreement(club);
    await expect(assign(label)).rejects.toThrow('is reversal already');
  });

  it('is a claim as far as the money is gone', async () => {
    const { club, userId, label, assign } = await reversed();
    await anExportedWithdrawal(club, userId, 7000n);
    expect((await assign(label)).lines[1]).toBe('Claim: 70.00 EUR of it the member no longer has.');
    expect((await paymentsUnmatched.run(club, {}, now, aColleague)).data).toMatchObject({
      unmatched: [],
      claims: [{ claim: '70.00', order_label: label }],
    });
    expect(await readAvailable(club, userId)).toBe(0n);
    expect([await readBalance(club, 'club.payable'), (await getStanding(club.db, userId, 'EUR')).debt]).toEqual([
      0n,
      7000n,
    ]);
    await expectAgreement(club);
  });

  it('leaves the balance of a member, and the payments for their orders as they are', async () => {
    const { club, userId, assign } = await reversed();
    await assign(userId);
    expect(await listOutcomes(club)).toEqual(['reversal', 'credited']);
    expect(await readAvailable(club, userId)).toBe(0n);
    await expectAgreement(club);
  });

  it('takes what the bank took, whatever came in', async () => {
    const { club, userId, label, assign } = await reversed(-4000n);
    await assign(label);
    expect(await listOutcomes(club)).toEqual(['reversal', 'credited']);
    expect(await readAvailable(club, userId)).toBe(6000n);
    await expectAgreement(club);
  });

  it('is refused for an order that nothing was paid for', async () => {
    const { club, userId, assign } = await reversed();
    await expect(assign(await anOrder(club, userId, 5000n))).rejects.toThrow('Nothing was paid for OR-');
    expect(await listOutcomes(club)).toEqual(['unmatched', 'credited']);
    await expectAgreement(club);
  });
});
