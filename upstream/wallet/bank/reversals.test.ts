import { asc, desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { getStanding } from '../../ledger/ledger';
import { notifications } from '../../notifications/notifications.tables';
import { walletOrderSteps } from '../orders/orders.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { aMember, now } from '../wallet.testing';
import { anExportedWithdrawal } from '../withdrawals/withdrawals.testing';
import { assignTransfer } from './assign';
import {
  anOrder,
  entryOf,
  expectAgreement,
  importEntries,
  listOutcomes,
  readAvailable,
  readBalance,
} from './bank.testing';

describeOnEachDatabase('a payment that the bank reverses', (open) => {
  async function paid() {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const payment = entryOf({ amount: 10_000n, remittance: label, party: { name: 'Ida', iban: 'NL91ABNA0417164300' } });
    await importEntries(club, payment);
    return { club, userId, label, payment };
  }

  it('leaves the balance, and the transaction that had brought it is reversed', async () => {
    const { club, userId, label, payment } = await paid();
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toEqual([]);
    expect(await readAvailable(club, userId)).toBe(0n);
    const rows = await club.db.select().from(walletTransactions).orderBy(asc(walletTransactions.position));
    expect(rows.map(({ type, status, amount, referenceLabel }) => [type, status, amount, referenceLabel])).toEqual([
      ['deposit', 'reversed', 10_000n, label],
      ['adjustment', 'completed', -10_000n, label],
    ]);
    await expectAgreement(club);
    await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal']);
  });

  it.each([
    [0n, 'The bank reversed your payment for order {label} of €100.00. The money left your balance.', 'confirmation'],
    [7000n, 'The bank reversed your payment for order {label} of €100.00. €70.00 of it was no longer', 'confirmation'],
    [10_000n, 'The bank reversed your payment for order {label} of €100.00. €100.00 of it was no longer', 'mail'],
  ])('is told to the member, who had spent %s, and noted in the history of the order', async (spent, words, queue) => {
    const { club, userId, label, payment } = await paid();
    if (spent > 0n) await anExportedWithdrawal(club, userId, spent);
    await club.db.$client.query('delete from pgboss.job');
    await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    const [notice] = await club.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, 'wallet.payment_reversed'));
    const text = words.replace('{label}', label);
    expect(notice).toMatchObject({ userId, type: 'wallet.payment_reversed' });
    expect(JSON.stringify(notice)).toContain(text);
    const { rows } = await club.db.$client.query('select name, data::text from pgboss.job');
    expect(rows).toEqual([{ name: queue, data: expect.stringContaining(text) }]);
    const [step] = await club.db.select().from(walletOrderSteps).orderBy(desc(walletOrderSteps.id));
    expect(step).toMatchObject({ orderLabel: label, status: 'completed', note: 'reversed:100.00' });
  });

  it('is a claim as far as the money is gone, and the balance never falls below nothing', async () => {
    const { club, userId, payment } = await paid();
    await anExportedWithdrawal(club, userId, 7000n);
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toMatchObject([{ userId, amount: 7000n }]);
    expect(await readAvailable(club, userId)).toBe(0n);
    expect((await getStanding(club.db, userId, 'EUR')).debt).toBe(7000n);
    await expectAgreement(club);
  });

  it('is a claim altogether where nothing is left', async () => {
    const { club, userId, payment } = await paid();
    await anExportedWithdrawal(club, userId, 10_000n);
    expect((await importEntries(club, { ...payment, amount: -10_000n, isReversal: true })).claims).toMatchObject([
      { amount: 10_000n },
    ]);
    await expectAgreement(club);
  });

  it('is found by its payer where the bank gives another reference, and only once', async () => {
    const { club, userId, payment } = await paid();
    const recall = () =>
      entryOf({ ...payment, bankReference: `R${Math.random()}`, amount: -10_000n, returnReason: 'CUST' });
    await importEntries(club, recall());
    expect(await readAvailable(club, userId)).toBe(0n);
    await importEntries(club, recall());
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal', 'unmatched']);
    await expectAgreement(club);
  });

  it('ends the waiting of one that belonged to nobody', async () => {
    const club = await open();
    const payment = entryOf({ amount: 900n });
    await importEntries(club, payment, { ...payment, amount: -900n, isReversal: true });
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal']);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });

  it('is not taken from somebody else who paid as much under the same reference of the payer', async () => {
    const { club, userId, payment } = await paid();
    const other = await aMember(club);
    const label = await anOrder(club, other, 10_000n);
    const endToEndId = 'STANDING ORDER';
    const again = { ...payment, bankReference: 'B-own', endToEndId, remittance: await anOrder(club, userId, 10_000n) };
    const theirs = { amount: 10_000n, endToEndId, remittance: label };
    await importEntries(club, again, entryOf({ ...theirs, party: { name: 'Otto', iban: 'DE02120300000000202051' } }));
    await importEntries(
      club,
      entryOf({ ...payment, endToEndId, amount: -10_000n, returnReason: 'FRAD', bankReference: 'B-recall' }),
    );
    expect([await readAvailable(club, userId), await readAvailable(club, other)]).toEqual([10_000n, 10_000n]);
    await expectAgreement(club);
  });
});

describeOnPostgres('a payment that is reversed while staff say whose it is', (open) => {
  it('leaves the balance that it went to', async () => {
    const club = await open();
    const userId = await aMember(club);
    const payment = entryOf({ amount: 900n });
    const { transfers } = await importEntries(club, payment);
    const id = transfers[0]?.id as number;
    const assigned = await holding(club.db, (tx) => assignTransfer(tx, club, id, { userId }, now));
    const reversal = importEntries(club, { ...payment, amount: -900n, isReversal: true });
    await untilWaiting(club.db, 1);
    await assigned();
    await reversal;
    expect(await readAvailable(club, userId)).toBe(0n);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });
});
