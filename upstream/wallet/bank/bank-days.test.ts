import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { extent } from '../../extent.testing';
import { walletConfig } from '../wallet.config';
import { aMember, now } from '../wallet.testing';
import { walletBankTransfers } from './bank.tables';
import { anOrder, expectAgreement, readBalance } from './bank.testing';
import { type Entry, type Style, style, sumOfEntries, writeAs } from './bank-days.testing';
import { importStatements } from './import';

const numRuns = extent(15, 500);
const { iban } = walletConfig.bank;

interface TransferPlan {
  day: number;
  kind: 'pay' | 'stray' | 'fee' | 'reversal' | 'batch';
  of: number;
  reference: 'own' | 'none' | 'of the day' | 'reused';
}

const drawn: fc.Arbitrary<TransferPlan> = fc.record({
  day: fc.nat({ max: 2 }),
  kind: fc.constantFrom('pay', 'pay', 'pay', 'stray', 'fee', 'reversal', 'batch'),
  of: fc.nat({ max: 2 }),
  reference: fc.constantFrom('own', 'none', 'of the day', 'reused'),
});

/**
 * Each kind of transfer of a day has its own power of ten, so that a sum tells its transfers. A reversal is about the
 * day before, which has other powers. Equal payments are as frequent as they can be.
 */
function bookedOf(all: TransferPlan[], labels: string[]): Entry[] {
  const inOrder = [...all].sort((a, b) => a.day - b.day);
  return inOrder.map(({ day, kind, of, reference }, at) => {
    const power = (n: number) => 10n ** BigInt(n);
    const payment = (on: number, n: number) => ({
      amount: power((on % 2) * 3 + n + 2),
      name: `Zähler ${n}`,
      remittance: labels[n] ?? '',
      endToEndId: `E${n}`,
    });
    const parts = {
      pay: () => [payment(day, of)],
      batch: () => [payment(day, 0), payment(day, 2)],
      stray: () => [{ amount: power(8 + (day % 2)), name: 'Nobody', remittance: 'Danke' }],
      fee: () => [{ amount: -power(10), isCharge: true }],
      reversal: () => {
        const back = payment(day + 1, of);
        return [{ ...back, amount: -back.amount, isReversal: true }];
      },
    }[kind]();
    const references = { own: `R${at}`, none: undefined, 'of the day': `D${day}`, reused: `U${at % 3}` };
    return { day: `2026-11-${16 + day}`, parts, reference: references[reference] };
  });
}
interface Cut {
  from: number;
  length: number;
  style: Style;
}
const cut: fc.Arbitrary<Cut> = fc.record({ from: fc.nat(), length: fc.nat(), style });

/** Returns consecutive pieces that hold everything, and others that overlap. A piece may be exported twice. */
function piecesOf(entries: Entry[], ends: number[], styles: Style[], overlapping: Cut[]) {
  const marks = [...new Set([0, ...ends.map((end) => end % (entries.length + 1)), entries.length])].sort(
    (a, b) => a - b,
  );
  const whole = marks
    .slice(1)
    .map((to, at) => ({ from: marks[at] as number, to, style: styles[at % styles.length] as Style }));
  const more = overlapping.map(({ from, length, style: how }) => {
    const start = from % entries.length;
    return { from: start, to: start + 1 + (length % (entries.length - start)), style: how };
  });
  return [...whole, ...more].map(({ from, to, style: how }) =>
    writeAs(how, iban, entries.slice(from, to), sumOfEntries(entries.slice(0, from))),
  );
}

const bookings = (entries: Entry[]) =>
  entries
    .flatMap(({ day, parts }) => parts.map(({ amount, endToEndId }) => `${day} ${amount} ${endToEndId ?? ''}`))
    .sort();

async function bookingsIn({ db }: TestDatabase) {
  const rows = await db.select().from(walletBankTransfers).orderBy(asc(walletBankTransfers.id));
  return {
    rows,
    said: rows.map(({ bookedOn, amount, endToEndId }) => `${bookedOn} ${amount} ${endToEndId ?? ''}`).sort(),
  };
}

describeOnEachDatabase('a bank’s days, however they are cut into statements', (open) => {
  it('are booked exactly, in whatever order and format the statements come', {
    timeout: 25_000 * numRuns,
  }, async () => {
    const club = await open();
    const history = fc.record({
      all: fc.array(drawn, { minLength: 1, maxLength: 9 }),
      ends: fc.array(fc.nat({ max: 100 }), { maxLength: 4 }),
      styles: fc.array(style, { minLength: 1, maxLength: 4 }),
      overlapping: fc.array(cut, { maxLength: 3 }),
      order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ all, ends, styles, overlapping, order }) => {
        await club.empty();
        const userId = await aMember(club);
        const labels = [
          await anOrder(club, userId, 5000n),
          await anOrder(club, userId, 5000n),
          await anOrder(club, userId, 5000n),
        ];
        const entries = bookedOf(all, labels);
        const files = piecesOf(entries, ends, styles, overlapping);
        const shuffled = files
          .map((file, at) => ({ file, at: (order[at % order.length] ?? 0) * 100 + at }))
          .sort((a, b) => a.at - b.at)
          .map(({ file }) => file);
        const expected = bookings(entries);
        for (const file of [...shuffled, ...files]) {
          await transaction(club.db, (tx) => importStatements(tx, club, file, now));
          const { said } = await bookingsIn(club);
          // There is never more than the bank has booked, even while statements are missing.
          for (const one of new Set(said))
            expect(said.filter((it) => it === one).length).toBeLessThanOrEqual(
              expected.filter((it) => it === one).length,
            );
        }
        const { rows, said } = await bookingsIn(club);
        expect(said).toEqual(expected);
        expect(-(await readBalance(club, 'club.bank'))).toBe(sumOfEntries(entries));
        for (const { amount, outcome, orderLabel, reason } of rows)
          if (orderLabel !== null && amount > 0n) expect(['credited', 'reversal']).toContain(outcome);
          // A doubtful transfer waits until staff decide or the bank reverses the same money.
          else if (reason !== null && rows.some((other) => other.outcome === 'reversal' && other.amount === -amount))
            expect(['unmatched', 'reversal']).toContain(outcome);
          else if (reason !== null) expect(outcome).toBe('unmatched');
        await expectAgreement(club);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});
