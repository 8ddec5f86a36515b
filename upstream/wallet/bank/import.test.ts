import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Queryable } from '../../database/database';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { aMember, now } from '../wallet.testing';
import { assignTransfer } from './assign';
import {
  anOrder,
  entryOf,
  expectAgreement,
  findStatus,
  importEntries,
  listOutcomes,
  readAvailable,
  readBalance,
  statementOf,
  withTypo,
} from './bank.testing';
import { importStatements } from './import';

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
    expect(await Promise.all(labels.map((label) => findStatus(club, label)))).toEqual([
      'completed',
      'partially_paid',
      'completed',
    ]);
    expect(await readAvailable(club, userId)).toBe(12_700n);
    await expectAgreement(club);
  });

  it('is booked aside where its label is mistyped, unknown, one of several, or missing', async () => {
    const club = await open();
    const userId = await aMember(club);
    const [one, two] = [await anOrder(club, userId, 10_000n), await anOrder(club, userId, 5000n)];
    const remittances = [withTypo(one), 'OR-00000000F', `${one} ${two}`, ''];
    await importEntries(club, ...remittances.map((remittance) => entryOf({ amount: 1000n, remittance })));
    expect(await listOutcomes(club)).toEqual(['unmatched', 'unmatched', 'unmatched', 'unmatched']);
    expect(await readAvailable(club, userId)).toBe(0n);
    expect(await readBalance(club, 'club.payable')).toBe(4000n);
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
    expect(await readAvailable(club, userId)).toBe(10_000n);
    await expectAgreement(club);
  });

  it.each([
    ['is of another account', (entries: ReturnType<typeof entryOf>[]) => statementOf(entries, 'NL91ABNA0417164300')],
    ['is cut off', (entries: ReturnType<typeof entryOf>[]) => statementOf(entries).slice(0, -20)],
  ])('changes nothing where the file %s', async (_, write) => {
    const club = await open();
    const known = entryOf({ amount: 4000n });
    await importEntries(club, known);
    const work = transaction(club.db, (tx) => importStatements(tx, club, write([known]), now));
    await expect(work).rejects.toThrow(/no ISO 20022|is of NL91/);
    expect(await listOutcomes(club)).toEqual(['unmatched']);
    await expectAgreement(club);
  });

  it.each([
    ['amount', { amount: 4100n }],
    ['day', { bookedOn: '2026-11-21' }],
    ['party', { party: { name: 'Somebody else' } }],
  ])('waits with a reason where its reference is known with another %s, and the rest is booked', async (_, other) => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 50_000n);
    const known = entryOf({ amount: 4000n, remittance: label, party: { name: 'Ida Roth' } });
    await importEntries(club, known);
    const { transfers, known: again } = await importEntries(
      club,
      { ...known, ...other },
      entryOf({ amount: 700n, remittance: label }),
    );
    expect(new Map(transfers.map(({ outcome, reason }) => [outcome, reason]))).toEqual(
      new Map<string, unknown>([
        ['unmatched', expect.stringContaining(`reference ${known.bankReference} is that of transfer`)],
        ['credited', null],
      ]),
    );
    expect(again).toBe(0);
    expect(await readAvailable(club, userId)).toBe(4700n);
    await expectAgreement(club);
  });

  it('is named where two statements of one file have it, so that somebody looks', async () => {
    const club = await open();
    const text = statementOf([entryOf({ amount: 4000n, bankReference: 'B-twice' })]);
    const twice = text.replace(/<Stmt>[\s\S]*<\/Stmt>/, (statement) => statement + statement);
    const { known, warnings } = await transaction(club.db, (tx) => importStatements(tx, club, twice, now));
    expect([known, warnings]).toEqual([1, [expect.stringContaining('B-twice')]]);
    expect(await listOutcomes(club)).toEqual(['unmatched']);
  });

  it('has no control characters, whatever the file says', async () => {
    const club = await open();
    const text = statementOf([entryOf({ amount: 4000n, remittance: 'XYZ', party: { name: 'Ida' } })])
      .replace('XYZ', 'a\u0000b&#27;[31mc')
      .replace('>Ida<', '>Ida&#x9b;2J\u0007<');
    const { transfers } = await transaction(club.db, (tx) => importStatements(tx, club, text, now));
    expect(transfers).toMatchObject([{ remittance: 'a b[31mc', partyName: 'Ida 2J' }]);
  });

  it('waits for the staff where its member has left', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    await leave(club.db, userId);
    const { transfers } = await importEntries(club, entryOf({ amount: 10_000n, remittance: label }));
    expect(transfers.map(({ outcome }) => outcome)).toEqual(['unmatched']);
    const id = transfers[0]?.id as number;
    for (const owner of [{ order: label }, { userId }])
      await expect(transaction(club.db, (tx) => assignTransfer(tx, club, id, owner, now))).rejects.toThrow('has left');
    expect(await readAvailable(club, userId)).toBe(0n);
    await expectAgreement(club);
  });

  it('is the club’s own where the bank takes its fee, and gives it back', async () => {
    const club = await open();
    await importEntries(
      club,
      entryOf({ amount: -500n, remittance: 'Fee', isCharge: true }),
      entryOf({ amount: 500n, isReversal: true }),
    );
    expect(await listOutcomes(club)).toEqual(['other', 'other']);
    expect(await readBalance(club, 'club.adjustment')).toBe(0n);
    await expectAgreement(club);
  });
});

/** Leaves what the database keeps of a member who has left. */
const leave = (db: Queryable, userId: number) =>
  db
    .update(users)
    .set({ deletedAt: now, emailVerifiedAt: null, email: `deleted-${userId}` })
    .where(eq(users.id, userId));

describeOnPostgres('a member who leaves while their payment is booked', (open) => {
  it.each(['imported', 'assigned'])('gets nothing that is %s once they have left', async (way) => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const unmatched = await importEntries(club, entryOf({ amount: 10_000n }));
    const id = unmatched.transfers[0]?.id as number;
    const left = await holding(club.db, (tx) => leave(tx, userId));
    const booking =
      way === 'imported'
        ? importEntries(club, entryOf({ amount: 10_000n, remittance: label }))
        : transaction(club.db, (tx) => assignTransfer(tx, club, id, { order: label }, now)).catch(() => null);
    await untilWaiting(club.db, 1);
    await left();
    await booking;
    expect(await readAvailable(club, userId)).toBe(0n);
    expect(new Set(await listOutcomes(club))).toEqual(new Set(['unmatched']));
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
    expect(await readAvailable(club, userId)).toBe(20_000n);
    await expectAgreement(club);
  });
});
