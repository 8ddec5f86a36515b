import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { decimal } from '../../ledger/ledger';
import { aMember, giveMoney } from '../wallet.testing';
import { bookMoves, history, type Move } from './histories.testing';
import { setTransactionStatus } from './record';
import { getYearlySummary } from './yearly-summary';

const now = new Date('2026-12-31T23:30:00Z');

describeOnEachDatabase('the yearly summary', (open) => {
  it('adds up what each type moved, from the opening balance to the closing one', async () => {
    const club = await open();
    for (const moves of fc.sample(history, 3)) {
      const userId = await aMember(club);
      // Stretches the history over several years.
      const stretched = moves.map((move) => ({
        ...move,
        bookedAt: new Date(Date.parse('2019-06-01') + (move.bookedAt.getTime() - Date.parse('2026-10-20')) * 60),
      }));
      await bookMoves(club, userId, stretched);
      const sum = (some: Move[], way: 'in' | 'out') =>
        some.reduce(
          (total, { amount }) =>
            (way === 'in' ? amount > 0n : amount < 0n) ? total + (amount < 0n ? -amount : amount) : total,
          0n,
        );
      const balance = (some: Move[]) => decimal(sum(some, 'in') - sum(some, 'out'), 'EUR');
      for (let year = 2018; year <= 2027; year++) {
        const inYear = stretched.filter(({ bookedAt }) => bookedAt.getUTCFullYear() === year);
        const summary = await getYearlySummary(club.db, { userId, timeZone: 'UTC' }, year, now);
        expect(summary).toMatchObject({
          opening_balance: balance(stretched.filter(({ bookedAt }) => bookedAt.getUTCFullYear() < year)),
          closing_balance: balance(stretched.filter(({ bookedAt }) => bookedAt.getUTCFullYear() <= year)),
          total_in: decimal(sum(inYear, 'in'), 'EUR'),
          total_out: decimal(sum(inYear, 'out'), 'EUR'),
          first_year: 2019,
          last_year: 2026,
        });
        const types = [...new Set(inYear.map(({ type }) => type))];
        expect(Object.fromEntries(summary.types.map((sums) => [sums.type, [sums.in, sums.out]]))).toEqual(
          Object.fromEntries(
            types.map((type) => {
              const some = inYear.filter((move) => move.type === type);
              return [type, [decimal(sum(some, 'in'), 'EUR'), decimal(sum(some, 'out'), 'EUR')]];
            }),
          ),
        );
      }
    }
  });

  it('begins its year where the member’s does, and counts what was reversed later', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await giveMoney(club, userId, 700n, new Date('2025-12-31T23:30:00Z'));
    await setTransactionStatus(club.db as never, label, 'reversed');
    await giveMoney(club, userId, 300n, new Date('2026-12-31T23:30:00Z'));
    const of = async (timeZone: string, year: number) =>
      (await getYearlySummary(club.db, { userId, timeZone }, year, now)).total_in;
    expect([await of('Europe/Berlin', 2025), await of('Europe/Berlin', 2026), await of('Europe/Berlin', 2027)]).toEqual(
      ['0.00', '7.00', '3.00'],
    );
    expect([await of('UTC', 2025), await of('UTC', 2026)]).toEqual(['7.00', '3.00']);
  });

  it('of a member without money is nothing', async () => {
    const club = await open();
    const summary = await getYearlySummary(club.db, { userId: await aMember(club), timeZone: 'UTC' }, 2026, now);
    expect(summary).toMatchObject({ opening_balance: '0.00', closing_balance: '0.00', types: [], first_year: 2026 });
  });
});
