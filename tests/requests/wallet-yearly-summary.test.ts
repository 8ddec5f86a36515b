import { beforeAll, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const PATH = '/financial/transactions/year';

let club: Club;
let year: number;
beforeAll(async () => {
  club = await sharedClub();
  year = new Date(club.clock.now()).getUTCFullYear();
}, 120_000);

/** Returns a signed-in member with deposits of 1.00, 2.00 … euro. */
async function withDeposits(count: number, language: 'en' | 'de' = 'en') {
  const member = await club.member({ language });
  if (count > 0) await bookDeposits(club, member.id, count);
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return visitor;
}

it.each(['en', 'de'] as const)('the summary in %s is a table with the figures of its page', async (language) => {
  const t = textsIn(language);
  const visitor = await withDeposits(50, language);
  const page = await visitor.get(`${PATH}/${year}`);
  expect(page.body).toContain(`href="${PATH}/${year}/summary.csv"`);
  expect(readableText(page)).toContain(language === 'de' ? '1.275,00 €' : '€1,275.00');
  const file = await visitor.get(`${PATH}/${year}/summary.csv`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file.headers.get('content-disposition')).toContain('attachment');
  const [sign, sum] = language === 'de' ? [';', '1275,00'] : [',', '1275.00'];
  const none = sum.replace('1275', '0');
  const rows = file.body.replace(/^\uFEFF/, '').split('\r\n');
  expect(rows.map((row) => row.split(sign).slice(1))).toEqual([
    [t('wallet:transactions.in'), t('wallet:transactions.out'), t('wallet:transactions.balance'), expect.any(String)],
    ['', '', none, 'EUR'],
    [sum, none, '', 'EUR'],
    [sum, none, '', 'EUR'],
    ['', '', sum, 'EUR'],
    [],
  ]);
  expect(rows[2]).toMatch(new RegExp(`^${t('wallet:transactions.types.deposit')}`));
});

it('the summary is a PDF in the language of the member', async () => {
  const visitor = await withDeposits(2, 'de');
  const file = await visitor.get(`${PATH}/${year}/summary.pdf`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(`Jahresübersicht ${year}.pdf`));
  expect(file.body).toMatch(/^%PDF/);
});

it('the summary of a member without money is empty, and not that of another', async () => {
  await withDeposits(50);
  const visitor = await withDeposits(0);
  const { status, body } = await visitor.get(`${PATH}/${year}/summary.csv`);
  expect([status, body.trim().split('\r\n').length]).toEqual([200, 4]);
  expect(body).not.toMatch(/[1-9]\.\d\d/);
  expect((await visitor.get(`${PATH}/${year}/summary.pdf`)).status).toBe(200);
});

it.each(['1999', '2', 'abc', '2999', '2001'])('the year %s has no file', async (other) => {
  const visitor = await withDeposits(1);
  for (const name of ['summary.csv', 'summary.pdf']) {
    const answer = await visitor.get(`${PATH}/${other}/${name}`);
    const last = answer.location ? await visitor.follow(answer) : answer;
    expect(last.status).toBe(404);
  }
});

it('the files of nobody who is signed in lead to the login', async () => {
  for (const name of ['summary.csv', 'summary.pdf'])
    expect((await new Visitor(club.url).get(`${PATH}/${year}/${name}`)).location).toMatch(/^\/login/);
});
