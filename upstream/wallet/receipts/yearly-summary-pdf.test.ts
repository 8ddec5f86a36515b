import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { readPdf } from '../../documents/pdf.testing';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { giveMoney } from '../wallet.testing';
import { checkProof } from './independent-check.testing';
import { mountReceipts } from './receipts.api';

interface Answer {
  status: number;
  body: { name: string; mime_type: string; data: string; errors: Record<string, string[]> };
}

const thisYear = new Date().getUTCFullYear();
const on = (year: number) => new Date(Date.UTC(year, 5, 1));

describeOnEachDatabase('the yearly summary as PDF', (open) => {
  let club: Club;
  let userId: number;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open, {}, (api, deps) => {
      mountReceipts(api, deps);
      return {};
    });
    userId = (await club.addMember({ firstname: 'Žofie', lastname: 'Παππά' })).id;
    token = await getToken(club);
    await giveMoney(club, userId, 159_934n, on(thisYear - 2));
    await giveMoney(club, userId, 66n, on(thisYear - 2));
  });
  const get = (year: number | string, language: 'en' | 'de' = 'en') =>
    club.call('GET', `/wallet/yearly-summary/pdf?year=${year}`, { token, language }) as unknown as Promise<Answer>;
  const read = async (year: number, language: 'en' | 'de' = 'en') =>
    readPdf(Buffer.from((await get(year, language)).body.data, 'base64'));

  it('names the member, adds up the year, and carries the proof of its last transaction', async () => {
    const year = thisYear - 2;
    expect((await get(year, 'de')).body).toMatchObject({
      name: `Jahresübersicht ${year}`,
      mime_type: 'application/pdf',
    });
    const { text, files } = await read(year, 'de');
    for (const words of ['Žofie Παππά', 'Einzahlung per Banküberweisung', '1.600,00 €', `Guthaben am Ende von ${year}`])
      expect(text).toContain(words);
    expect(checkProof(files['receipt.json'] ?? '')).toEqual(['']);
    const { head, bookings } = JSON.parse(files['receipt.json'] ?? '');
    expect(bookings).toMatchObject([{ amount: '0.66' }]);
    expect(text.replace(/\s/g, '')).toContain(head.replace(/\s/g, ''));
  });

  it('of a year in which nothing was booked says so, with the balance that stayed', async () => {
    const { text, files } = await read(thisYear - 1);
    expect(text).toContain('Nothing was booked in this year.');
    expect(text.split('€1,600.00')).toHaveLength(3);
    expect(files).toEqual({});
  });

  it('of this year says that it is not over', async () => {
    expect((await read(thisYear)).text).toContain('The year is not over.');
    expect((await read(thisYear - 1)).text).not.toContain('The year is not over.');
  });

  it('is refused for a year without a summary, with the years that have one', async () => {
    for (const year of [thisYear - 3, thisYear + 1]) {
      const { status, body } = await get(year);
      expect([status, body.errors]).toEqual([
        422,
        { year: [`There are summaries from ${thisYear - 2} to ${thisYear}.`] },
      ]);
    }
    expect((await get('abc')).status).toBe(422);
  });

  it('holds nothing of another member', async () => {
    const other = await club.addMember({ email: 'anna@example.org' });
    await giveMoney(club, other.id, 777_700n, on(thisYear - 2));
    const { text } = await read(thisYear - 2);
    expect(text).toContain('€1,600.00');
    expect(text).not.toContain('7,777');
  });
});
