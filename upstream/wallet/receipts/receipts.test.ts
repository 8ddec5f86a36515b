import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { ProofFile } from '../../contract/receipts';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { readPdf } from '../../documents/pdf.testing';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { appendToLog } from '../../ledger/log';
import { verifyLedger } from '../../ledger/verify';
import { users } from '../../members/members.tables';
import { recordTransaction } from '../transactions/record';
import { depositOf, giveMoney } from '../wallet.testing';
import { checkProof } from './independent-check.testing';
import { mountReceipts } from './receipts.api';

interface Answer {
  status: number;
  body: {
    pdf: { name: string; mime_type: string; data: string };
    proof: ProofFile;
    transaction: { transaction_label: string; balance_after: string };
    name: string;
    mime_type: string;
    data: string;
    errors: Record<string, string[]>;
  };
}

const bytesOf = (data: string) => Buffer.from(data, 'base64');

/** The salt is random, so its first character may be an A already. */
const otherSign = (sign: string) => (sign === 'A' ? 'B' : 'A');

describeOnEachDatabase('a receipt', (open) => {
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
  });
  const get = (path: string, language: 'en' | 'de' = 'en', headers = {}) =>
    club.call('GET', path, { token, language, headers }) as unknown as Promise<Answer>;
  const getReceipt = (label: string, language: 'en' | 'de' = 'en') =>
    get(`/wallet/transactions/${encodeURIComponent(label)}/receipt`, language);

  it('says what happened, and carries the proof that its file and its words agree on', async () => {
    await giveMoney(club, userId, 100n, new Date());
    const label = await giveMoney(club, userId, 159_934n, new Date());
    const { status, body } = await getReceipt(label.toLowerCase().replace('-', ' '), 'de');
    expect(status).toBe(200);
    const { text, files } = await readPdf(bytesOf(body.pdf.data));
    for (const words of [
      `Beleg ${label}`,
      'Žofie Παππά',
      '1.599,34 €',
      '1.600,34 €',
      'Einzahlung per Banküberweisung',
    ]) {
      expect(text).toContain(words);
    }
    expect(JSON.parse(files['receipt.json'] ?? '')).toEqual(body.proof);
    expect(checkProof(files['receipt.json'] ?? '')).toEqual(['']);
    expect(body.transaction).toMatchObject({ transaction_label: label, balance_after: '1600.34' });
    const { head, bookings } = body.proof as { head: string; bookings: { salt: string; entry: string }[] };
    const joined = text.replace(/\s/g, '');
    for (const signs of [head, bookings[0]?.salt, bookings[0]?.entry])
      expect(joined).toContain(signs?.replace(/\s/g, ''));
  });

  it.each(['TX-00000000A', 'OR-7KQ2M9XA4', 'x'])(
    'of %s is not there, and neither is somebody else’s',
    async (label) => {
      const other = await club.addMember({ email: 'anna@example.org' });
      const theirs = await giveMoney(club, other.id, 100n);
      const [none, foreign] = [await getReceipt(label), await getReceipt(theirs)];
      expect([none.status, none.body]).toEqual([404, foreign.body]);
      expect(foreign.status).toBe(404);
    },
  );

  it('is for members who may see their wallet', async () => {
    const label = await giveMoney(club, userId, 100n);
    await club.db.update(users).set({ permissions: [] }).where(eq(users.id, userId));
    expect((await getReceipt(label)).status).toBe(403);
    expect((await get('/wallet/statement?from=2026-01-01&to=2026-12-31')).status).toBe(403);
  });

  it.each([
    ['the amount', 'amount', (proof: string) => proof.replaceAll('"amount":"5.00"', '"amount":"6.00"')],
    ['the moment', 'moment', (proof: string) => proof.replace('"booked_at":"2', '"booked_at":"3')],
    ['the salt', 'path', (proof: string) => proof.replace(/(?<="salt":")./, otherSign)],
    ['the entry', 'path', (proof: string) => proof.replace('"entry":"{', '"entry":" {')],
    ['the place', 'path', (proof: string) => proof.replace(/"index":\d+/, '"index":0')],
    ['the head', 'signature', (proof: string) => proof.replace(/(log\\n)\d+/, '$199')],
  ])('with another sign in %s is refused by whoever checks the %s', async (_, check, change) => {
    await giveMoney(club, userId, 100n);
    const label = await giveMoney(club, userId, 500n);
    const proof = JSON.stringify((await getReceipt(label)).body.proof);
    const changed = change(proof);
    expect(changed).not.toBe(proof);
    expect(checkProof(proof)).toEqual(['']);
    expect(checkProof(changed)).toEqual([check]);
  });

  it('agrees with its entry where the clocks of two servers did not', async () => {
    const [late, early] = [new Date('2026-11-15T12:00:00.500Z'), new Date('2026-11-15T12:00:00Z')];
    await giveMoney(club, userId, 100n, late);
    const label = await giveMoney(club, userId, 100n, early);
    const { proof } = (await getReceipt(label)).body;
    expect(proof.bookings[0]).toMatchObject({ booked_at: early.toISOString() });
    expect(checkProof(JSON.stringify(proof))).toEqual(['']);
  });

  it('contradicts a club that rewrites what was booked, and so does the ledger itself', async () => {
    const label = await giveMoney(club, userId, 500n);
    const kept = JSON.stringify((await getReceipt(label)).body.proof);
    const sql = (text: string) => club.db.$client.query(text);
    await sql('alter table ledger_entries disable trigger user');
    await sql(`update ledger_entries set kind = 'bonus'`);
    await sql('alter table ledger_entries enable trigger user');
    expect(checkProof(kept)).toEqual(['']);
    const fresh = (await getReceipt(label)).body.proof;
    expect(JSON.stringify(fresh)).not.toBe(kept);
    expect(checkProof(JSON.stringify(fresh))).toEqual(['path']);
    expect((await verifyLedger(club)).faults).toEqual([
      expect.stringMatching(/^Entry \d+ is not what its leaf in the log was made of\.$/),
      expect.stringMatching(/^The log of 1 entries is not the one that head 1 was signed for\.$/),
    ]);
  });

  it('of some days begins and ends with what was there, and proves every row', async () => {
    const days = ['2025-10-31T22:59:59Z', '2025-10-31T23:00:00Z', '2025-11-15T12:00:00Z', '2025-11-30T23:00:00Z'];
    const labels: string[] = [];
    for (const day of days) labels.push(await giveMoney(club, userId, 1000n, new Date(day)));
    await appendToLog(club, new Date());
    const { status, body } = await get('/wallet/statement?from=2025-11-01&to=2025-11-30', 'de');
    expect([status, body.name]).toEqual([200, 'Kontoauszug 2025-11-01 – 2025-11-30']);
    const { text, files } = await readPdf(bytesOf(body.data));
    expect(labels.filter((label) => text.includes(label))).toEqual(labels.slice(1, 3));
    expect(text).toMatch(/Anfangsbestand\s*10,00 €\s*Endbestand\s*30,00 €/);
    expect(checkProof(files['receipt.json'] ?? '')).toEqual(['', '']);
    const empty = await get('/wallet/statement?from=2025-12-02&to=2025-12-31');
    expect((await readPdf(bytesOf(empty.body.data))).text).toMatch(
      /Opening balance\s*€40.00\s*Closing balance\s*€40.00[\s\S]*Nothing was booked/,
    );
  });

  it('of some days is a CSV as spreadsheets of the language read it', async () => {
    const label = await giveMoney(club, userId, 123_456n, new Date('2025-11-15T12:00:00Z'));
    const { body } = await get('/wallet/statement?from=2025-11-01&to=2025-11-30&format=csv', 'de');
    expect(body.mime_type).toBe('text/csv');
    expect(bytesOf(body.data).toString('utf8')).toBe(
      `\ufeffTag;Buchung;Was;Betrag;Guthaben;Währung\r\n2025-11-15;${label};Einzahlung per Banküberweisung;1234,56;1234,56;EUR\r\n`,
    );
  });

  it('of some days has those of the browser of a member who set no time zone', async () => {
    await giveMoney(club, userId, 1000n, new Date('2025-11-15T03:00:00Z'));
    const csv = async (zone: string) => {
      const headers = { 'time-zone': zone };
      const { body } = await get('/wallet/statement?from=2025-11-14&to=2025-11-14&format=csv', 'en', headers);
      return bytesOf(body.data).toString('utf8').trimEnd().split('\r\n').slice(1);
    };
    expect(await csv('America/New_York')).toEqual([expect.stringMatching(/^2025-11-14,/)]);
    expect([await csv('Europe/Berlin'), await csv('nowhere')]).toEqual([[], []]);
    await club.db.update(users).set({ timezone: 'Europe/Berlin' });
    expect(await csv('America/New_York')).toEqual([]);
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)'])('makes no formula of %j', async (note) => {
    const day = new Date('2025-11-15T12:00:00Z');
    await giveMoney(club, userId, 5000n, day);
    const { entry, ...refund } = depositOf(userId, -2000n, note);
    await transaction(club.db, (tx) => recordTransaction(tx, { ...refund, type: 'adjustment', note, entry }, day));
    const { body } = await get('/wallet/statement?from=2025-11-01&to=2025-11-30&format=csv', 'en');
    const row = bytesOf(body.data).toString('utf8').trimEnd().split('\r\n').at(-1);
    expect(row).toMatch(/^2025-11-15,TX-\w{9},"?'/);
    expect(row).toMatch(/,-20\.00,30\.00,EUR$/);
  });

  it('keeps a line break of a note within its cell', async () => {
    const day = new Date('2025-11-15T12:00:00Z');
    const { entry, ...deposit } = depositOf(userId, 5000n, 'lines');
    await transaction(club.db, (tx) => recordTransaction(tx, { ...deposit, note: 'one\n=1+1', entry }, day));
    const { body } = await get('/wallet/statement?from=2025-11-01&to=2025-11-30&format=csv', 'en');
    expect(bytesOf(body.data).toString('utf8')).toContain(',"one\n=1+1",50.00');
  });

  it.each([
    ['to=2025-11-01&from=2025-11-02', ['to']],
    ['to=2026-02-30&from=2026-01-01', ['to']],
    ['to=2026-02-28', ['from']],
    ['from=0020-11-21&to=2025-11-21', ['from']],
  ])('is refused for the days %s, at the field', async (query, fields) => {
    const { status, body } = await get(`/wallet/statement?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });
});
