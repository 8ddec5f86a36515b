import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import type { Member } from '../support/members';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const PATH = '/financial/transactions';
const COUNT = 130;

let club: Club;
let member: Member;
let visitor: Visitor;
beforeAll(async () => {
  club = await sharedClub();
  member = await club.member();
  await bookDeposits(club, member.id, COUNT);
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
}, 120_000);

const labelsOf = (body: string) => [...body.matchAll(/transaction\/(TX-\w{9})"/g)].map(([, label]) => label);
const linkOf = (body: string, rel: string) =>
  new RegExp(`<a[^>]*rel="${rel}"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="${rel}"`)
    .exec(body)
    ?.slice(1)
    .find(Boolean)
    ?.replaceAll('&amp;', '&');

const tokens = new Map<number, string>();

async function getToken(who: Member): Promise<string> {
  const login = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  });
  const { token } = (await login.json()) as { token: { access_token: string } };
  return token.access_token;
}

async function callApi(path: string, who = member) {
  const token = tokens.get(who.id) ?? (await getToken(who));
  tokens.set(who.id, token);
  const answer = await fetch(`${club.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

describe('the list', () => {
  it('has numbered pages with the exact number of bookings', async () => {
    const page = await visitor.get(PATH);
    expect(page.status).toBe(200);
    expect(labelsOf(page.body)).toHaveLength(15);
    expect(readableText(page)).toContain(t('ui.pages.range', { from: 1, to: 15, total: COUNT }));
    expect(linkOf(page.body, 'next')).toBe(`${PATH}?page=2`);
    expect((await visitor.get(`${PATH}?page=99`)).location).toBe(PATH);
  });

  it('with filters goes on and back by links, each booking once', async () => {
    const found: (string | undefined)[] = [];
    let path: string | undefined = `${PATH}?direction=in&min=100%2C00`;
    let last = '';
    for (; path; path = linkOf(last, 'next')) {
      const page = await visitor.get(path);
      expect(page.status).toBe(200);
      found.push(...labelsOf(page.body));
      last = page.body;
      const sum = (COUNT * (COUNT + 1)) / 2 - (99 * 100) / 2;
      expect(readableText(page)).toContain(`31 transactions · Money in: +€${sum.toLocaleString('en')}.00`);
    }
    expect(found).toHaveLength(31);
    expect(new Set(found).size).toBe(31);
    const before = await visitor.get(linkOf(last, 'prev') ?? '');
    expect(labelsOf(before.body)).toEqual(found.slice(15, 30));
  });

  it.each([
    ['min=1.2.3', 'filters-min'],
    ['max=-5', 'filters-max'],
    ['from=nonsense', 'filters-from'],
    ['from=0020-11-21', 'filters-from'],
    ['from=2026-11-02&to=2026-11-01', 'filters-to'],
    ['min=5&max=4', 'filters-max'],
    [`q=${'x'.repeat(101)}`, 'filters-q'],
  ])('with %s is answered 422, with words at the field and what was typed', async (query, id) => {
    const page = await visitor.get(`${PATH}?${query}`);
    expect(page.status).toBe(422);
    expect(page.body).toContain(`href="#${id}"`);
    expect(page.body).toContain(`id="${id}-error"`);
    expect(page.body).toMatch(/<title>Error: /);
    const [, typed = ''] = query.split('=');
    expect(page.body).toContain(`value="${typed.split('&')[0]}"`);
  });

  it.each(['cursor=x', 'cursor=', 'page=0', 'page=1e9', 'type[]=x', 'sort=x', 'status[]=', 'direction=up'])(
    'with %s is a page or leads to one',
    async (query) => {
      expect((await visitor.follow(await visitor.get(`${PATH}?q=transfer&${query}`))).status).toBe(200);
    },
  );

  it('keeps its filters in the address of its CSV', async () => {
    const page = await visitor.get(`${PATH}?type[]=deposit&min=5&sort=lowest`);
    expect(page.body).toContain('/financial/transactions.csv?type%5B%5D=deposit&amp;min=5&amp;sort=lowest');
    expect(readableText(page)).toContain(
      t('wallet:transactions.chip', { field: t('wallet:transactions.min'), value: '€5.00' }),
    );
  });
});

describe('the call', () => {
  it('reads several types as Laravel does', async () => {
    const { body } = await callApi('/wallet/transactions?type[]=deposit&type[]=bonus&per_page=2');
    expect(body).toMatchObject({ per_page: 2, prev_page_url: null, next_page_url: expect.stringContaining('cursor=') });
    expect(body).not.toHaveProperty('total');
    expect((await callApi('/wallet/transactions?status[]=failed')).body.data).toEqual([]);
  });

  it.each(['type[]=x', 'cursor=x', 'min=1', 'from=2026-13-01', 'per_page=101', 'sort=x'])(
    'refuses %s',
    async (query) => {
      expect((await callApi(`/wallet/transactions?${query}`)).status).toBe(422);
    },
  );

  it('knows nobody else’s label', async () => {
    const [label = ''] = labelsOf((await visitor.get(PATH)).body);
    expect((await callApi(`/wallet/transactions/${label.toLowerCase()}`)).body).toMatchObject({
      transaction_label: label,
    });
    const other = await club.member();
    const [foreign, none] = [
      await callApi(`/wallet/transactions/${label}`, other),
      await callApi('/wallet/transactions/TX-000000000', other),
    ];
    expect(foreign).toEqual(none);
    expect(foreign.status).toBe(404);
  });
});

describe('the CSV', () => {
  it('is the list, with the same filters, in the order of the list', async () => {
    const answer = await fetch(`${club.url}${PATH}.csv?min=10&sort=oldest`, {
      headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="transactions-\d{4}-\d\d-\d\d.csv"/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + COUNT - 9);
    expect(lines[1]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,TX-\w{9},Deposit,Deposit by bank transfer,Booked,10\.00,0\.00,55\.00,EUR,$/,
    );
  });

  it('in German has semicolons and decimal commas', async () => {
    const german = new Visitor(club.url);
    const anna = await club.member({ language: 'de' });
    await bookDeposits(club, anna.id, 1);
    german.headers['Accept-Language'] = 'de';
    await german.signIn(anna);
    const { body } = await german.get(`${PATH}.csv`);
    expect(body).toMatch(/;Einzahlung;Einzahlung per Banküberweisung;Gebucht;1,00;0,00;1,00;EUR;\r\n$/);
  });

  it('of filters that are wrong is no file, and leads to the page that says so', async () => {
    const answer = await visitor.get(`${PATH}.csv?min=x`);
    expect(answer.location).toBe(`${PATH}?min=x`);
    expect((await visitor.follow(answer)).status).toBe(422);
  });

  it('of nobody who is signed in leads to the login', async () => {
    expect((await new Visitor(club.url).get(`${PATH}.csv`)).location).toMatch(/^\/login/);
  });
});

describe('the year', () => {
  it('adds up what came in', async () => {
    const page = await visitor.get(`${PATH}/year`);
    expect(page.status).toBe(200);
    const sum = (COUNT * (COUNT + 1)) / 2;
    expect(readableText(page)).toContain(`€${sum.toLocaleString('en')}.00`);
    expect(readableText(page)).toContain(t('wallet:transactions.year.no_advice'));
  });

  it.each(['1999', '2', 'abc', '2999', '2001'])('%s has none', async (year) => {
    expect((await visitor.get(`${PATH}/year/${year}`)).status).toBe(404);
  });
});
