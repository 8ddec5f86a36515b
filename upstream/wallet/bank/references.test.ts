import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMember } from '../wallet.testing';
import { anOrder, entryOf, expectAgreement, importEntries, listOutcomes, readAvailable } from './bank.testing';

describeOnEachDatabase('a bank that numbers its entries anew in each statement', (open) => {
  it('is believed from day to day, and two payments with one number are two', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 50_000n);
    const numbered = (bookedOn: string, names: string[], amount = 1000n) =>
      importEntries(
        club,
        ...names.map((name, at) =>
          entryOf({ bookedOn, amount, remittance: label, party: { name }, bankReference: `${at + 1}` }),
        ),
      );
    await numbered('2026-11-18', ['Ida Roth', 'Otto Roth', 'Kim Roth']);
    await numbered('2026-11-19', ['Otto Roth', 'Ida Roth'], 1100n);
    await numbered('2026-11-20', ['Kim Roth', 'Ida Roth', 'Otto Roth']);
    // Two statements of one day use the same number, so it says as little.
    await numbered('2026-11-21', ['Kim Roth']);
    await numbered('2026-11-21', ['Otto Roth']);
    expect(new Set(await listOutcomes(club))).toEqual(new Set(['credited']));
    expect(await readAvailable(club, userId)).toBe(10_200n);
    await expectAgreement(club);
  });

  it('tells of an equal payment of a day that may be a second one, so that it waits', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 50_000n);
    const pay = (bookedOn: string, amount: bigint, bankReference: string) =>
      entryOf({ bookedOn, amount, remittance: label, bankReference });
    await importEntries(club, pay('2026-11-18', 1000n, '1'));
    await importEntries(club, pay('2026-11-19', 700n, '1'));
    const { warnings } = await importEntries(club, pay('2026-11-19', 700n, '1'), pay('2026-11-19', 800n, '2'));
    expect(warnings).toEqual([expect.stringContaining('an equal one is known')]);
    expect(await readAvailable(club, userId)).toBe(2500n);
  });

  it('does not hide an entry that comes again with another day', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 50_000n);
    const entry = entryOf({ amount: 1000n, remittance: label, party: { name: 'Ida Roth' } });
    await importEntries(club, { ...entry, bookedOn: '2026-11-16' });
    const again = await importEntries(club, { ...entry, bookedOn: '2026-11-18' });
    expect(again.transfers).toMatchObject([{ outcome: 'unmatched', reason: expect.stringContaining('reference') }]);
    const later = await importEntries(club, { ...entry, bookedOn: '2026-12-16' });
    expect(later.transfers).toMatchObject([{ outcome: 'credited' }]);
    expect(await readAvailable(club, userId)).toBe(2000n);
    await expectAgreement(club);
  });
});
