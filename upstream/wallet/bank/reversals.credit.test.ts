import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMember } from '../wallet.testing';
import {
  anOrder,
  entryOf,
  expectAgreement,
  importAs,
  importEntries,
  listOutcomes,
  readAvailable,
  readBalance,
} from './bank.testing';

describeOnEachDatabase('a payment that is reversed by a bank that numbers its entries anew', (open) => {
  /** Ida and Bob paid 500.00 each, under the numbers 1 and 2; some other payment has the number 1 as well. */
  async function withTwo() {
    const club = await open();
    const [ida, bob] = [await aMember(club), await aMember(club)];
    const [ofIda, ofBob] = [await anOrder(club, ida, 50_000n), await anOrder(club, bob, 50_000n)];
    const entry = (day: string, reference: string, part: { amount: bigint; name?: string; remittance?: string }) => ({
      day: `2026-11-${day}`,
      reference,
      parts: [{ ...part, endToEndId: part.name === 'Ida Roth' ? undefined : 'E2' }],
    });
    const idas = entry('16', '1', { amount: 50_000n, name: 'Ida Roth', remittance: ofIda });
    const others = entry('17', '1', { amount: 12_300n, name: 'Kim Roth' });
    const bobs = entry('17', '2', { amount: 50_000n, name: 'Bob Holm', remittance: ofBob });
    await importAs(club, [idas], 0n, { name: 'S1' });
    await importAs(club, [others, bobs], 50_000n, { name: 'S2' });
    const reverse = (back: { name?: string; endToEndId?: string }) =>
      importAs(
        club,
        [{ day: '2026-11-18', reference: '1', parts: [{ amount: -50_000n, isReversal: true, ...back }] }],
        112_300n,
        { name: 'S3' },
      );
    const available = async () => [await readAvailable(club, ida), await readAvailable(club, bob)];
    return { club, reverse, available };
  }

  it.each([
    ['their name', { name: 'Bob Holm', endToEndId: 'E2' }],
    ['their reference alone', { endToEndId: 'E2' }],
  ])('is taken from who paid it, found by %s', async (_, back) => {
    const { club, reverse, available } = await withTwo();
    await reverse(back);
    expect(await available()).toEqual([50_000n, 0n]);
    await expectAgreement(club);
  });

  it.each([
    ['the number alone', {}],
    ['the name of somebody else', { name: 'Eva Kern', endToEndId: 'E2' }],
  ])('is taken from nobody where there is %s, and waits', async (_, back) => {
    const { club, reverse, available } = await withTwo();
    await reverse(back);
    expect(await available()).toEqual([50_000n, 50_000n]);
    expect((await listOutcomes(club)).at(-1)).toBe('unmatched');
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a statement that tells of a reversal, imported before that of the payment', (open) => {
  it('reverses the payment all the same, and no later one', async () => {
    const club = await open();
    const userId = await aMember(club);
    const payment = { remittance: await anOrder(club, userId, 20_000n), endToEndId: 'E1' };
    const back = { ...payment, amount: -10_000n, bookedOn: '2026-11-19', isReversal: true };
    await importEntries(club, entryOf(back));
    await importEntries(club, entryOf({ ...payment, amount: 10_000n, bookedOn: '2026-11-20' }));
    expect(await listOutcomes(club)).toEqual(['unmatched', 'credited']);
    await importEntries(club, entryOf({ ...payment, amount: 10_000n, bookedOn: '2026-11-18' }));
    expect(await listOutcomes(club)).toEqual(['reversal', 'credited', 'reversal']);
    expect([await readAvailable(club, userId), await readBalance(club, 'club.payable')]).toEqual([10_000n, 0n]);
    await expectAgreement(club);
  });

  it('takes a payment off the list of the unmatched that names nobody', async () => {
    const club = await open();
    const payment = { remittance: 'No label', endToEndId: 'E1' };
    await importEntries(club, entryOf({ ...payment, amount: -10_000n, bookedOn: '2026-11-19', isReversal: true }));
    await importEntries(club, entryOf({ ...payment, amount: 10_000n, bookedOn: '2026-11-18' }));
    expect(await listOutcomes(club)).toEqual(['reversal', 'reversal']);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a payment that also waits as a contradiction', (open) => {
  it('is reversed where it was credited', async () => {
    const club = await open();
    const userId = await aMember(club);
    const payment = { remittance: await anOrder(club, userId, 20_000n), endToEndId: 'E1' };
    await importEntries(club, entryOf({ ...payment, amount: 10_000n, bankReference: 'R1' }));
    await importEntries(club, entryOf({ ...payment, amount: 10_000n, bankReference: 'R1', remittance: 'Other words' }));
    expect(await listOutcomes(club)).toEqual(['credited', 'unmatched']);
    await importEntries(club, entryOf({ endToEndId: 'E1', amount: -10_000n, isReversal: true }));
    expect(await listOutcomes(club)).toEqual(['reversal', 'unmatched', 'reversal']);
    expect(await readAvailable(club, userId)).toBe(0n);
    await expectAgreement(club);
  });
});
