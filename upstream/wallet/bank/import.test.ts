import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { walletOrders } from '../orders/orders.tables';
import { walletTransactions } from '../transactions/transactions.tables';
import { aMember, now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { anAccount, approve, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { walletBankTransfers } from './bank.tables';
import { anOrder, availableOf, balanceOf, entryOf, expectAgreement, importEntries, statementOf } from './bank.testing';
import { importStatements } from './import';
import { exportPayouts } from './payouts';

const outcomesOf = async ({ db }: TestDatabase) =>
  (await db.select().from(walletBankTransfers).orderBy(asc(walletBankTransfers.id))).map(({ outcome }) => outcome);

const statusOf = async ({ db }: TestDatabase, label: string) =>
  label.startsWith('OR')
    ? (await db.select().from(walletOrders).where(eq(walletOrders.label, label)))[0]?.status
    : (await db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)))[0]?.status;

/** One letter further on, so that the check character is wrong. */
const withTypo = (label: string) => `${label.slice(0, 4)}${label[4] === '7' ? '8' : '7'}${label.slice(5)}`;

describeOnEachDatabase('a payment on the statement', (open) => {
  it('goes to the order that it names, however the banks cut the label', async () => {
    const club = await open();
    const userId = await aMember(club);
    const labels = [
      await anOrder(club, userId, 10_000n),
      await anOrder(club, userId, 5000n),
      await anOrder(club, userId, 700n),
    ];
    const [whole, broken, inReference] = labels as [string, string, string];
    const cut = `Zahlung ${broken.toLowerCase().slice(0, 6)}\n${broken.toLowerCase().slice(6, 9)} ${broken.slice(9)} danke`;
    const { transfers } = await importEntries(
      club,
      entryOf({ amount: 10_000n, remittance: whole }),
      entryOf({ amount: 2000n, remittance: cut }),
      entryOf({ amount: 700n, endToEndId: inReference }),
    );
    expect(transfers.map(({ outcome, orderLabel }) => [outcome, orderLabel])).toEqual([
      ['credited', whole],
      ['credited', broken],
      ['credited', inReference],
    ]);
    expect(await Promise.all(labels.map((label) => statusOf(club, label)))).toEqual([
      'completed',
      'partially_paid',
      'completed',
    ]);
    expect(await availableOf(club, userId)).toBe(12_700n);
    await expectAgreement(club);
  });

  it('is booked aside where its label is mistyped, unknown, one of several, or missing', async () => {
    const club = await open();
    const userId = await aMember(club);
    const [one, two] = [await anOrder(club, userId, 10_000n), await anOrder(club, userId, 5000n)];
    const remittances = [withTypo(one), 'OR-00000000F', `${one} ${two}`, ''];
    await importEntries(club, ...remittances.map((remittance) => entryOf({ amount: 1000n, remittance })));
    expect(await outcomesOf(club)).toEqual(['unmatched', 'unmatched', 'unmatched', 'unmatched']);
    expect(await availableOf(club, userId)).toBe(0n);
    expect(await balanceOf(club, 'club.payable')).toBe(4000n);
    await expectAgreement(club);
  });

  it('is booked once, however many files hold it', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const [first, second] = [
      entryOf({ amount: 4000n, remittance: label }),
      entryOf({ amount: 6000n, remittance: label }),
    ];
    await importEntries(club, first);
    expect(await importEntries(club, first, second)).toMatchObject({ known: 1, transfers: [{ amount: 6000n }] });
    expect(await importEntries(club, first, second)).toMatchObject({ known: 2, transfers: [] });
    expect(await availableOf(club, userId)).toBe(10_000n);
    await expectAgreement(club);
  });

  it.each([
    ['is of another account', (entries: ReturnType<typeof entryOf>[]) => statementOf(entries, 'NL91ABNA0417164300')],
    [
      'has a known reference with another amount',
      ([entry]: ReturnType<typeof entryOf>[]) =>
        statementOf([{ ...entry, amount: 1n } as never, entryOf({ amount: 5n })]),
    ],
    ['is cut off', (entries: ReturnType<typeof entryOf>[]) => statementOf(entries).slice(0, -20)],
  ])('changes nothing where the file %s', async (_, write) => {
    const club = await open();
    const known = entryOf({ amount: 4000n });
    await importEntries(club, known);
    const work = transaction(club.db, (tx) => importStatements(tx, club, write([known]), now));
    await expect(work).rejects.toThrow(/another|no ISO 20022|is of NL91/);
    expect(await outcomesOf(club)).toEqual(['unmatched']);
    await expectAgreement(club);
  });

  it('is the club’s own where the bank takes its fee, and gives it back', async () => {
    const club = await open();
    await importEntries(
      club,
      entryOf({ amount: -500n, remittance: 'Fee' }),
      entryOf({ amount: 500n, isReversal: true }),
    );
    expect(await outcomesOf(club)).toEqual(['other', 'other']);
    expect(await balanceOf(club, 'club.adjustment')).toBe(0n);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a payment that the bank takes back', (open) => {
  async function paid() {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const payment = entryOf({ amount: 10_000n, remittance: label, party: { name: 'Ida', iban: 'NL91ABNA0417164300' } });
    await importEntries(club, payment);
    return { club, userId, label, payment };
  }
  const spend = async (club: TestDatabase, userId: number, amount: bigint) =>
    aWithdrawal(club, { userId, accountId: await anAccount(club, userId), amount });

  it('leaves the balance, and the transaction that had brought it is reversed', async () => {
    const { club, userId, label, payment } = await paid();
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toEqual([]);
    expect(await availableOf(club, userId)).toBe(0n);
    const rows = await club.db.select().from(walletTransactions).orderBy(asc(walletTransactions.position));
    expect(rows.map(({ type, status, amount, referenceLabel }) => [type, status, amount, referenceLabel])).toEqual([
      ['deposit', 'reversed', 10_000n, label],
      ['adjustment', 'completed', -10_000n, label],
    ]);
    await expectAgreement(club);
    await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal']);
  });

  it('is a claim as far as the money is gone, and the balance never falls below nothing', async () => {
    const { club, userId, payment } = await paid();
    await spend(club, userId, 7000n);
    const { claims } = await importEntries(club, { ...payment, amount: -10_000n, isReversal: true });
    expect(claims).toMatchObject([{ userId, amount: 7000n }]);
    expect(await availableOf(club, userId)).toBe(0n);
    expect(await balanceOf(club, 'club.adjustment')).toBe(-7000n);
    await expectAgreement(club);
  });

  it('is a claim altogether where nothing is left', async () => {
    const { club, userId, payment } = await paid();
    await spend(club, userId, 10_000n);
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
    expect(await availableOf(club, userId)).toBe(0n);
    await importEntries(club, recall());
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal', 'unmatched']);
    await expectAgreement(club);
  });

  it('ends the waiting of one that belonged to nobody', async () => {
    const club = await open();
    const payment = entryOf({ amount: 900n });
    await importEntries(club, payment, { ...payment, amount: -900n, isReversal: true });
    expect(await outcomesOf(club)).toEqual(['reversal', 'reversal']);
    expect(await balanceOf(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a payout on the statement', (open) => {
  /** Two withdrawals of 100.00 with a fee of 1.00 that the bank was told of in one file. */
  async function exported() {
    const club = await open();
    const [userId, greta, otto] = [await aMember(club), await aMember(club), await aMember(club)];
    await importEntries(club, entryOf({ amount: 30_000n, remittance: await anOrder(club, userId, 30_000n) }));
    const accountId = await anAccount(club, userId);
    const labels: string[] = [];
    for (const amount of [10_000n, 10_000n]) {
      labels.push(await aWithdrawal(club, { userId, accountId, amount, fee: 100n }));
      await approve(club, labels.at(-1) as string, greta);
    }
    const { file } = await transaction(club.db, (tx) => exportPayouts(tx, club, otto, now));
    return { club, userId, labels, first: labels[0] as string, fileId: file?.id as string };
  }

  it('completes its withdrawal, and a return brings the money back', async () => {
    const { club, userId, first } = await exported();
    await importEntries(club, entryOf({ amount: -9900n, endToEndId: first }));
    expect(await statusOf(club, first)).toBe('completed');
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await statusOf(club, first)).toBe('returned');
    expect(await outcomesOf(club)).toEqual(['credited', 'payout', 'return']);
    expect(await availableOf(club, userId)).toBe(19_900n);
    await expectAgreement(club);
  });

  it('is booked in the order in which it happened, however the file has it', async () => {
    const { club, first } = await exported();
    await importEntries(
      club,
      entryOf({ amount: 9900n, remittance: `Retoure ${first}`, returnReason: 'AC04' }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect(await statusOf(club, first)).toBe('returned');
    await expectAgreement(club);
  });

  it('fails where the return is seen before the debit, which then finds its match', async () => {
    const { club, userId, first } = await exported();
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await statusOf(club, first)).toBe('failed');
    expect(await availableOf(club, userId)).toBe(20_000n);
    await importEntries(club, entryOf({ amount: -9900n, endToEndId: first }));
    expect(await outcomesOf(club)).toEqual(['credited', 'return', 'payout']);
    expect(await balanceOf(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });

  it('is booked aside where the amount is another, the label unknown, or it was paid before', async () => {
    const { club, first } = await exported();
    await importEntries(
      club,
      entryOf({ amount: -10_000n, endToEndId: first }),
      entryOf({ amount: -9900n, endToEndId: withTypo(first) }),
      entryOf({ amount: -9900n, endToEndId: first }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect((await outcomesOf(club)).sort()).toEqual(['credited', 'other', 'payout', 'unmatched', 'unmatched']);
    await expectAgreement(club);
  });

  it('completes every withdrawal of a file that the bank booked in one sum', async () => {
    const { club, labels, fileId } = await exported();
    const batch = statementOf([entryOf({ amount: -19_800n })]).replace(
      '<TxDtls>',
      `<Btch><PmtInfId>${fileId}</PmtInfId></Btch><TxDtls>`,
    );
    await transaction(club.db, (tx) => importStatements(tx, club, batch, now));
    expect(await Promise.all(labels.map((label) => statusOf(club, label)))).toEqual(['completed', 'completed']);
    expect(await outcomesOf(club)).toEqual(['credited', 'payout']);
    await expectAgreement(club);
  });
});

describeOnPostgres('two imports at once', (open) => {
  it('book each transfer once', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 50_000n);
    const entries = Array.from({ length: 20 }, () => entryOf({ amount: 1000n, remittance: label }));
    const results = await Promise.all([
      importEntries(club, ...entries),
      importEntries(club, ...[...entries].reverse()),
      importEntries(club, ...entries.slice(5)),
    ]);
    expect(results.reduce((sum, { transfers }) => sum + transfers.length, 0)).toBe(20);
    expect(await availableOf(club, userId)).toBe(20_000n);
    await expectAgreement(club);
  });
});
