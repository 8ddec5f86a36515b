import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aMember, now } from '../wallet.testing';
import { day, expectAgreement, importAs, listOutcomes, pay, readAvailable, withOrders } from './bank.testing';
import type { Entry } from './bank-days.testing';
import { bookAsKnown } from './overrule';

const from = (name: string, label = '', amount = 50_000n): Entry => ({
  day,
  parts: [{ amount, name, remittance: label }],
});

describeOnEachDatabase('a payment that another export words otherwise', (open) => {
  it.each([
    ['Jörg Müller-Groß', 'JOERG MUELLER-GROSS'],
    ['Jörg Müller-Groß', 'Jorg Muller-Gross'],
    ['Søren Ætheling', 'Soren Aetheling'],
  ])('is the same with umlauts written otherwise: %s, %s', async (one, other) => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [from(one, `Für ${labels[0]}`)], 0n, { name: 'S1' });
    const again = await importAs(club, [from(other, `Fuer ${labels[0]}`)], 0n, { name: 'S2' });
    expect([again.transfers, again.known, again.warnings]).toEqual([[], 1, []]);
    expect(await readAvailable(club, userId)).toBe(50_000n);
    await expectAgreement(club);
  });

  it.each([
    ['of the same balances', [], []],
    ['that grew', [], [pay('Danke', 700n)]],
    ['of a part', [pay('Danke', 900n)], []],
  ])('is not credited again, in an export %s, and waits with a reason', async (_, known, more) => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [...known, from('I. Roth', labels[0])], 0n, { name: 'S1' });
    const opening = known.length > 0 ? 900n : 0n;
    const { transfers } = await importAs(club, [from('Ida Roth', labels[0]), ...more], opening, { name: 'S2' });
    expect(transfers).toHaveLength(1 + more.length);
    const [waiting] = transfers.filter(({ amount }) => amount === 50_000n);
    expect(waiting).toMatchObject({ outcome: 'unmatched', reason: expect.stringMatching(/balances.*transfer \d+/) });
    expect(await readAvailable(club, userId)).toBe(50_000n);
    // Neither wording is booked as new when it comes again.
    for (const name of ['I. Roth', 'Ida Roth'])
      expect(
        (await importAs(club, [...known, from(name, labels[0]), ...more], 0n, { name: `again ${name}` })).transfers,
      ).toEqual([]);
    await expectAgreement(club);
  });

  it('waits where the balances leave open which of several it is', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [from('I. Roth', labels[0])], 0n, { name: 'S1' });
    const all = [from('Ida Roth', labels[0]), from('Otto Roth', labels[0]), pay(labels[0], 800n)];
    const { transfers } = await importAs(club, all, 0n, { name: 'S2' });
    expect(transfers.map(({ outcome }) => outcome).sort()).toEqual(['credited', 'unmatched', 'unmatched']);
    expect(await readAvailable(club, userId)).toBe(50_800n);
    await expectAgreement(club);
  });

  it('waits in a day that sums to nothing', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    const fee = { day, parts: [{ amount: -50_000n, isCharge: true }] };
    await importAs(club, [from('I. Roth', labels[0]), fee], 0n, { name: 'S1' });
    const { transfers } = await importAs(club, [from('Ida Roth', labels[0]), fee], 0n, { name: 'S2' });
    expect(transfers.map(({ outcome }) => outcome)).toEqual(['unmatched']);
    expect(await readAvailable(club, userId)).toBe(50_000n);
    await expectAgreement(club);
  });

  it('is another payment where the balances follow each other, or leave a gap', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    await importAs(club, [from('I. Roth', labels[0])], 0n, { name: 'S1' });
    await importAs(club, [from('Ida Roth', labels[0])], 50_000n, { name: 'S2' });
    await importAs(club, [from('Otto Roth', labels[0])], 150_000n, { name: 'S3' });
    expect(await listOutcomes(club)).toEqual(['credited', 'credited', 'credited']);
    expect(await readAvailable(club, userId)).toBe(150_000n);
  });

  it('is the known one by word of the staff, and stays so', async () => {
    const club = await open();
    const { userId, labels } = await withOrders(club);
    const [proposedBy, confirmedBy] = [await aMember(club), await aMember(club)];
    const known = await importAs(club, [from('I. Roth', labels[0])], 0n, { name: 'S1' });
    const { transfers, differences } = await importAs(club, [from('Ida Roth', labels[0])], 0n, { name: 'S2' });
    expect(differences).toHaveLength(1);
    const ids = { id: transfers[0]?.id ?? 0, sameAs: known.transfers[0]?.id ?? 0 };
    await transaction(club.db, (tx) => bookAsKnown(tx, ids, { proposedBy, confirmedBy, reason: 'Seen.' }, now));
    const again = await importAs(club, [from('Ida Roth', labels[0]), pay(labels[0], 700n)], 0n, { name: 'S3' });
    expect([again.transfers.length, again.differences]).toEqual([1, []]);
    expect(await readAvailable(club, userId)).toBe(50_700n);
    await expectAgreement(club);
  });
});
