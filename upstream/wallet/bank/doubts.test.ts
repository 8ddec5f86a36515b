import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { walletConfig } from '../wallet.config';
import { now } from '../wallet.testing';
import { walletBankLines, walletBankTransfers } from './bank.tables';
import { day, expectAgreement, importAs, pay, readAvailable, withOrders } from './bank.testing';
import type { Entry } from './bank-days.testing';

const plain = { withBalances: false };

const reversal = (label = '', reference?: string): Entry => ({
  day,
  parts: [{ amount: -50_000n, name: 'Ida Roth', remittance: label, isReversal: true }],
  reference,
});

/** Returns the doubtful lines, each by the number of its statement (from 1). */
const listDoubtful = async ({ db }: TestDatabase) =>
  (
    await db
      .select({ id: walletBankLines.statementId })
      .from(walletBankLines)
      .where(eq(walletBankLines.isDoubtful, true))
      .orderBy(asc(walletBankLines.id))
  ).map(({ id }) => id);

describeOnEachDatabase('what may be a payment again, or a second one,', (open) => {
  it.each([
    ['a file without balances first', plain, {}],
    ['a file with balances first', {}, plain],
  ])('waits, %s', async (_, first, second) => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [pay(labels[0])], 0n, { ...first, name: 'S1' });
    const { transfers, warnings } = await importAs(club, [pay(labels[0])], 0n, { ...second, name: 'S2' });
    expect([transfers, warnings]).toEqual([[], [expect.stringContaining('an equal one is known')]]);
    expect(await listDoubtful(club)).toHaveLength(1);
    expect(await readAvailable(club, userId)).toBe(50_000n);
    await expectAgreement(club);
  });

  it('waits where the known one is of before statements were kept', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    await club.db.insert(walletBankTransfers).values({
      accountIban: walletConfig.bank.iban,
      bookedOn: day,
      occurrence: 1,
      outcome: 'unmatched',
      importedAt: now,
      facts: 'before:digest:7',
      bankReference: 'digest:7',
      amount: 50_000n,
      partyName: 'Ida Roth',
      remittance: labels[0] ?? '',
    });
    expect((await importAs(club, [pay(labels[0])])).transfers).toEqual([]);
    expect(await listDoubtful(club)).toHaveLength(1);
  });

  it('waits where it is a batch whose parts, or whose sum, a file without balances had given', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const club = await open();
      const parts = [
        { amount: 10_000n, name: 'Ida Roth', remittance: 'Danke' },
        { amount: 20_000n, name: 'Otto Roth', remittance: 'Danke' },
      ];
      const readings: Entry[] = [
        { day, parts },
        { day, parts: [{ amount: 30_000n }] },
      ];
      await importAs(club, [readings[order[0] as number] as Entry], 0n, { ...plain, name: 'S1' });
      expect((await importAs(club, [readings[order[1] as number] as Entry], 0n, { name: 'S2' })).transfers).toEqual([]);
      expect(new Set(await listDoubtful(club)).size).toBe(1);
      await expectAgreement(club);
      await club.empty();
    }
  });

  it('is in doubt once: a later file that is certainly the same as the known one is not', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    await importAs(club, [pay(labels[0])], 0n, { name: 'S1' });
    await importAs(club, [pay(labels[0])], 0n, { ...plain, name: 'S2' });
    const { warnings } = await importAs(club, [pay(labels[0])], 0n, { name: 'S3', version: '02' });
    expect(warnings).toEqual([]);
    expect(await listDoubtful(club)).toHaveLength(1);
  });

  it('is booked again where a file continues the balances with its reversal and a second payment', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [pay(labels[0])], 0n, { name: 'S1' });
    const next: Entry[] = [reversal(labels[0]), pay(labels[0])];
    expect((await importAs(club, next, 50_000n, { name: 'S2' })).transfers).toHaveLength(2);
    expect(await readAvailable(club, userId)).toBe(100_000n);
    for (const [entries, opening, name] of [
      [[pay(labels[0])], 0n, 'S3'],
      [next, 50_000n, 'S4'],
      [[pay(labels[0]), ...next], 0n, 'S5'],
    ] as const)
      expect((await importAs(club, [...entries], opening, { name })).transfers).toEqual([]);
    await expectAgreement(club);
  });

  it('waits where a file may be the end of the known one, or something before it', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    await importAs(club, [reversal(labels[0]), pay(labels[0])], 50_000n, { name: 'S1' });
    expect((await importAs(club, [pay(labels[0])], 0n, { name: 'S2' })).transfers).toEqual([]);
    expect(await listDoubtful(club)).toHaveLength(1);
    await expectAgreement(club);
  });

  it.each([
    ['at the end of it', []],
    ['inside of it', [pay('Danke', 700n)]],
  ])('waits where a file that sums to nothing repeats a part of the known one, %s', async (_, more) => {
    const club = await open();
    const { labels } = await withOrders(club);
    const part = [pay(labels[0]), reversal(labels[0])];
    await importAs(club, [pay('Danke', 300n), ...part, ...more], 0n, { name: 'S1' });
    expect((await importAs(club, part, 300n, { name: 'S2' })).transfers).toEqual([]);
    expect(await listDoubtful(club)).toHaveLength(2);
    await expectAgreement(club);
  });

  it('is no doubt where references or other balances decide', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    const known = [pay(labels[0], 50_000n, 'A'), reversal(labels[0], 'B'), pay('Danke', 300n)];
    await importAs(club, known, 0n, { name: 'S1' });
    await importAs(club, known.slice(0, 2), 0n, { name: 'S2' });
    await importAs(club, known, 0n, { name: 'S3', withReferences: false });
    await importAs(club, known.slice(1), 50_000n, { name: 'S4', withReferences: false });
    expect(await listDoubtful(club)).toEqual([]);
    await expectAgreement(club);
  });
});
