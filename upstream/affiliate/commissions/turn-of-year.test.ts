import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aSale } from '../../growing/growing.testing';
import { getYearlySummary } from '../../wallet/transactions/yearly-summary';
import { join } from '../team/team.testing';
import { buyAtOnce, credit, listBookFaults, refundAtOnce } from './commissions.testing';
import { settleCommissions } from './settle';

/** 23:30 in Berlin, 14 days before the last evening of the year. */
const bought = new Date('2026-12-17T22:30:00Z');
const paid = new Date('2026-12-31T22:30:00Z');
const refunded = new Date('2026-12-31T22:59:59Z');
const takenBack = new Date('2026-12-31T23:00:30Z');

describeOnEachDatabase('a commission at the turn of the year', (open) => {
  it('counts for the year of the payment, and its reversal for the year that takes it, by the zone of the member', async () => {
    const club = await open();
    const sale = await aSale(club, bought);
    const near = await join(club, null);
    const buyer = await join(club, near);
    await credit(club, buyer, 10_000n, bought);
    const order = await buyAtOnce(club, sale, buyer, bought);
    await settleCommissions(club, paid);
    await refundAtOnce(club, order, near, refunded);
    await settleCommissions(club, takenBack);
    const sumsOf = async (timeZone: string, of: number) => {
      const year = await getYearlySummary(club.db, { userId: near, timeZone }, of, takenBack);
      const types = year.types.map((sums) => [sums.type, sums.in, sums.out]);
      return [year.opening_balance, types, year.closing_balance];
    };
    const payment = ['commission', '5.00', '0.00'];
    const reversal = ['commission_reversal', '0.00', expect.stringMatching(/^-?5\.00$/)];
    expect(await sumsOf('Europe/Berlin', 2026)).toEqual(['0.00', [payment], '5.00']);
    expect(await sumsOf('Europe/Berlin', 2027)).toEqual(['5.00', [reversal], '0.00']);
    expect(await sumsOf('Atlantic/Azores', 2026)).toEqual(['0.00', [payment, reversal], '0.00']);
    expect(await listBookFaults(club)).toEqual([]);
  });
});
