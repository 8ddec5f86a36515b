import { expect, it } from 'vitest';
import { WrongUse } from '../../club/command';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aColleague, actorNumbered, aStaffMember } from '../../identity/staff/staff.testing';
import { walletConfig } from '../wallet.config';
import { now } from '../wallet.testing';
import { paymentsImport } from './bank.club';
import { walletBankOverrules, walletBankTransfers } from './bank.tables';
import { day, expectAgreement, importAs, listOutcomes, pay, readAvailable, withOrders } from './bank.testing';
import { type Entry, plainStyle, writeAs } from './bank-days.testing';
import { paymentsOverrule, paymentsReconcile } from './overrule.club';
import { keyOf, type TransferRow } from './transfers';

const { iban } = walletConfig.bank;

describeOnEachDatabase('one payment of the bank', (open) => {
  it.each([
    ['without balances', { withBalances: false }],
    ['with balances', {}],
  ])('is credited once in whatever format it comes, %s', async (_, common) => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    for (const style of [
      {},
      { version: '02' as const },
      { withInfo: true },
      { digits: 0 as const },
      { name: 'S2', isReversed: true },
    ])
      await importAs(club, [pay(labels[0])], 0n, { ...common, ...style });
    expect(await readAvailable(club, userId)).toBe(50_000n);
    expect(await listOutcomes(club)).toEqual(['credited']);
    await expectAgreement(club);
  });

  it('counts twice where two equal ones stand in two files that follow each other, in either order', async () => {
    for (const order of [
      [0n, 50_000n],
      [50_000n, 0n],
    ]) {
      const club = await open();
      const { userId, labels } = await withOrders(club);
      for (const opening of order) expect((await importAs(club, [pay(labels[0])], opening)).transfers).toHaveLength(1);
      // Both are imported again, and then in one file.
      for (const opening of order) await importAs(club, [pay(labels[0])], opening, { name: 'again', version: '02' });
      expect((await importAs(club, [pay(labels[0]), pay(labels[0])])).transfers).toEqual([]);
      expect(await readAvailable(club, userId)).toBe(100_000n);
      await expectAgreement(club);
      await club.empty();
    }
  });

  it('with a reference that is not unique is credited to its own member, once, from overlapping files', async () => {
    const club = await open();
    const [ida, otto] = [await withOrders(club), await withOrders(club)];
    const entries = [
      pay(ida.labels[0], 10_000n, 'X'),
      pay(otto.labels[0], 10_000n, 'X'),
      pay(otto.labels[0], 700n, 'Y'),
    ];
    await importAs(club, entries.slice(0, 2));
    await importAs(club, entries, 0n, { isReversed: true });
    await importAs(club, entries.slice(1), 10_000n, { isReversed: true, version: '02' });
    expect([await readAvailable(club, ida.userId), await readAvailable(club, otto.userId)]).toEqual([10_000n, 10_700n]);
    await expectAgreement(club);
  });

  it('is not credited again while statements between are missing, and is once they come', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [pay(labels[0])], 0n);
    const { transfers, warnings, differences } = await importAs(club, [pay(labels[0])], 100_000n);
    expect([transfers, warnings]).toEqual([[], [expect.stringContaining('an equal one is known')]]);
    expect(differences).toHaveLength(1);
    const between = await importAs(club, [pay(labels[0])], 50_000n);
    expect([between.transfers.length, between.differences]).toEqual([2, []]);
    expect(await readAvailable(club, userId)).toBe(150_000n);
    await expectAgreement(club);
  });

  it('of a day that sums to nothing counts once in every export, and twice where references say so', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    const sums = (n: number): Entry[] => [
      pay(labels[0], 50_000n, `A${n}`),
      { day, parts: [{ amount: -50_000n, isCharge: true }], reference: `B${n}` },
    ];
    await importAs(club, sums(1));
    expect((await importAs(club, sums(1), 0n, { version: '02', name: 'S2', withReferences: false })).transfers).toEqual(
      [],
    );
    expect((await importAs(club, sums(2), 0n, { name: 'S3' })).transfers).toHaveLength(2);
    await expectAgreement(club);
  });

  it.each([
    ['first with its details', [0, 1]],
    ['first without them', [1, 0]],
  ])('in a batch is booked once, %s', async (_, order) => {
    const club = await open();
    const { labels } = await withOrders(club);
    const parts = [
      { amount: 10_000n, name: 'Ida Roth', remittance: labels[0] as string },
      { amount: 20_000n, name: 'Otto Roth', remittance: labels[0] as string },
    ];
    const readings: Entry[] = [
      { day, parts, reference: 'R' },
      { day, parts: [{ amount: 30_000n }], reference: 'R' },
    ];
    for (const at of order) await importAs(club, [readings[at] as Entry], 0n, { name: `S${at}` });
    expect((await listOutcomes(club)).length).toBe(order[0] === 0 ? 2 : 1);
    await expectAgreement(club);
  });

  it('is what two members of the staff say it is, with a reason', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    const [greta, otto] = [(await aStaffMember(club)).id, (await aStaffMember(club)).id];
    for (const name of ['S1', 'S2']) await importAs(club, [pay(labels[0])], 0n, { withBalances: false, name });
    const reconciled = async () => (await paymentsReconcile.run(club, {}, now, actorNumbered(greta))).data;
    const [{ line } = { line: 0 }] = (await reconciled()).doubtful as { line: number }[];
    const say = (what: string, as: string, by = greta) =>
      paymentsOverrule.run(club, { what, as, reason: 'They called.' }, now, actorNumbered(by));
    await expect(say(`line:${line}`, '1')).rejects.toThrow(WrongUse);
    await expect(say('line:99999', 'own')).rejects.toThrow('There is no');
    await expect(say('transfer:99999', '1')).rejects.toThrow('There is no');
    const alone = paymentsOverrule.run(
      club,
      { what: `line:${line}`, as: 'own', reason: 'They called.' },
      now,
      actorNumbered(userId, []),
    );
    await expect(alone).rejects.toThrow('no permission payouts.export');
    expect((await say(`line:${line}`, 'own')).data).toMatchObject({ done: false });
    expect(await readAvailable(club, userId)).toBe(50_000n);
    await expect(say(`line:${line}`, 'own')).rejects.toThrow('a colleague has to confirm it');
    expect((await say(`line:${line}`, 'own', otto)).data).toMatchObject({ outcome: 'credited' });
    expect(await readAvailable(club, userId)).toBe(100_000n);
    const [said] = await club.db.select().from(walletBankOverrules);
    expect(said).toMatchObject({ kind: 'own', proposedBy: greta, confirmedBy: otto, reason: 'They called.' });
    // No balance connects these two to the earlier ones, so both may be others.
    expect((await importAs(club, [pay(labels[0]), pay(labels[0])], 0n, { name: 'S3' })).transfers).toEqual([]);
    expect((await reconciled()).doubtful).toMatchObject([{ transfer: 1 }, { transfer: 2 }]);

    await importAs(club, [pay(labels[0], 700n, 'R')], 100_000n, { name: 'S4' });
    const renamed = pay('', 700n, 'R');
    const { transfers } = await importAs(club, [renamed], 100_000n, { name: 'S5' });
    const [contradicting] = (await reconciled()).contradicting as { transfer: number }[];
    expect(contradicting?.transfer).toBe(transfers[0]?.id);
    const known = Number(transfers[0]?.id) - 1;
    await say(`transfer:${transfers[0]?.id}`, String(known));
    const same = await say(`transfer:${transfers[0]?.id}`, String(known), otto);
    expect(same.data).toMatchObject({ outcome: 'duplicate' });
    expect((await importAs(club, [renamed], 100_000n, { name: 'S6' })).transfers).toEqual([]);
    expect((await reconciled()).contradicting).toEqual([]);
    expect(await readAvailable(club, userId)).toBe(100_700n);
    await expectAgreement(club);
  });

  it('of before facts were kept is known by what was kept of it', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    const before = { accountIban: iban, bookedOn: day, occurrence: 1, outcome: 'unmatched', importedAt: now };
    const [row] = await club.db
      .insert(walletBankTransfers)
      .values([
        {
          ...before,
          facts: 'before:B1',
          bankReference: 'B1',
          amount: 50_000n,
          partyName: 'Ida Roth',
          remittance: labels[0] ?? '',
        },
        { ...before, facts: 'before:digest:7', bankReference: 'digest:7', amount: -500n, remittance: 'Gutschrift S1' },
      ])
      .returning();
    expect(keyOf(row as TransferRow)).toBe(`bank:${iban}:B1:1`);
    const fee: Entry = { day, parts: [{ amount: -500n, isCharge: true }] };
    expect((await importAs(club, [pay(labels[0], 50_000n, 'B1'), fee], 0n, { withInfo: true })).transfers).toEqual([]);
    expect((await importAs(club, [pay(labels[0]), fee], 0n, { version: '02', withInfo: true })).transfers).toEqual([]);
    const { transfers } = await importAs(club, [pay(labels[0], 60_000n, 'B1')], 49_500n, { name: 'S3' });
    expect(transfers).toMatchObject([{ outcome: 'unmatched', reason: expect.stringContaining('reference B1') }]);
    expect(await readAvailable(club, userId)).toBe(0n);
  });

  it('leaves a difference that the import prints', async () => {
    const club = await open();
    const { labels } = await withOrders(club);
    const file = writeAs(plainStyle, iban, [pay(labels[0])], 1_000n);
    const { lines, data } = await paymentsImport.run(club, { file }, now, aColleague);
    expect(lines[1]).toBe(
      'Difference on 2026-11-20, statement S1: the bank says 510.00 EUR, the books 500.00 EUR; the bank has 10.00 EUR more.',
    );
    expect(data.differences).toMatchObject([{ difference: '10.00' }]);
  });
});
