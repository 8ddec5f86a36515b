import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { gluedWords } from '../support/glued-words';
import { bookDeposits } from '../support/ledger';
import { oneTimeCode } from '../support/one-time-code';
import { openOrders } from '../support/orders';
import { guestPages, memberPages, workshopPages } from '../support/pages';
import { Visitor } from '../support/visitor';

const PATHS = [
  '/log',
  '/dashboard',
  '/financial',
  '/financial/orders',
  '/financial/withdrawals',
  '/financial/transactions',
  '/financial/transactions?direction=in&min=1',
  '/financial/transactions/year',
  '/financial/statement',
  '/notifications',
  '/settings/account',
  '/settings/account/password',
  '/settings/2fa',
  '/settings/sponsor',
  '/settings/account/email',
  '/settings/account/preferences',
  '/settings/api-token/new',
  '/settings/devices',
  '/chat',
  '/chat/new',
];

/** A link, button or choice that directly follows another. */
const RUN_TOGETHER = /[^>]{0,40}<\/(?:a|button|label|legend|fieldset)><(?:a|button|label)[ >][^>]*/g;

/** Lists of somebody with something in them, and the first page that each leads to. */
const LISTS = [
  ['/appointments', /href="(\/appointment\/[^"]+)"/],
  ['/growing', /href="(\/growing\/harvest\/[^"]+)"/],
  ['/growing/plants', /href="(\/growing\/plant\/[^"]+)"/],
  ['/growing/sale', /href="(\/growing\/sale\/[^"]+)"/],
  ['/financial/orders', /href="(\/financial\/order\/[^"]+)"/],
  ['/financial/transactions', /href="(\/financial\/transaction\/[^"]+)"/],
  ['/financial/withdrawals', /href="(\/financial\/withdraw\/[^"]+)"/],
  ['/affiliate/commissions', /href="(\/affiliate\/commissions\/[^"]+)"/],
  ['/support/tickets', /href="(\/support\/ticket\/[^"]+)"/],
  ['/posts', /href="(\/post\/\d[^"]+)"/],
  ['/chat', /href="(\/chat\/[\da-f-]{36})"/],
] as const;

/** Does nothing without script, and a text browser shows it even if it is hidden. A disabled one only says so. */
const FOR_SCRIPT = /<button(?=[^>]*type="button")(?![^>]* disabled)[^>]*>/g;

describe('in a text browser', () => {
  let club: Club;
  let visitor: Visitor;
  let order: string;
  beforeAll(async () => {
    club = await sharedClub();
    const member = await club.member();
    await bookDeposits(club, member.id, 3);
    [order = ''] = await openOrders(club, member);
    visitor = new Visitor(club.url);
    await visitor.signIn(member);
  }, 120_000);

  it.each(PATHS)('%s has one title, and nothing to choose runs into the next', async (path) => {
    const { status, body } = await visitor.get(path);
    expect(status).toBe(200);
    expect(body.match(/<title/g)).toHaveLength(1);
    expect(body.match(RUN_TOGETHER) ?? []).toEqual([]);
    expect(body.match(FOR_SCRIPT) ?? []).toEqual([]);
  });

  it('no word runs into the next on a page of a guest', async () => {
    const guest = new Visitor(club.url);
    const faults = [];
    for (const path of guestPages.filter((one) => !workshopPages.includes(one))) {
      for (const words of gluedWords((await guest.get(path)).body)) faults.push(`${path}: ${words}`);
    }
    expect(faults).toEqual([]);
  });

  it('no word runs into the next on a page of a member who has a bit of everything', async () => {
    const anna = new Visitor(club.url);
    await anna.signIn({ email: 'anna@example.org', password: 'almende-demo' });
    const paths = memberPages.filter((one) => !workshopPages.includes(one));
    for (const [list, first] of LISTS) {
      const [, path] = first.exec((await anna.get(list)).body) ?? [];
      if (!path) throw new Error(`${list} leads to no page`);
      paths.push(path);
    }
    const faults = [];
    for (const path of paths)
      for (const words of gluedWords((await anna.get(path)).body)) faults.push(`${path}: ${words}`);
    expect(faults).toEqual([]);
  }, 60_000);

  it('values to copy, and recovery codes to print, have no button for script', async () => {
    const details = await visitor.get(`/financial/order/${order}/bank-details`);
    expect(details.body).toContain('class="facts lines"');
    expect(details.body.match(FOR_SCRIPT) ?? []).toEqual([]);

    const member = await club.member();
    const other = new Visitor(club.url);
    await other.signIn(member);
    await other.submit(await other.get('/settings/2fa'), 'two-factor', { password: member.password });
    const setup = await other.get('/settings/2fa');
    const secret = /secret=([A-Z2-7]+)/.exec(setup.body)?.[1] ?? '';
    expect(setup.body.match(FOR_SCRIPT) ?? []).toEqual([]);
    const code = oneTimeCode(secret, club.clock.now());
    const codes = await other.submit(setup, 'two-factor', { one_time_password: code });
    expect(codes.body).toContain('<ol class="row codes">');
    expect(codes.body.match(FOR_SCRIPT) ?? []).toEqual([]);
  });

  it('the sections of the settings are a list', async () => {
    const { body } = await visitor.get('/settings/account');
    const [, list = ''] = /<ul class="subnav">([\s\S]*?)<\/ul>/.exec(body) ?? [];
    expect(list.match(/<li><a [^>]*>[^<]+<\/a><\/li>/g)?.join('')).toBe(list);
  });

  it.each(['/login', '/register', '/recover'])('%s has no button beside the languages', async (path) => {
    const guest = new Visitor(club.url);
    const page = await guest.get(path);
    expect(page.body.match(RUN_TOGETHER) ?? []).toEqual([]);
    expect(page.body.match(FOR_SCRIPT) ?? []).toEqual([]);
    const [, form = ''] = /action="\/language"([\s\S]*?)<\/form>/.exec(page.body) ?? [];
    expect([...form.matchAll(/<button[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual(['English', 'Deutsch']);
    // Text browsers do not know the attribute `form`: the first button posts this form without a language.
    const stays = await guest.submit(page, '/language');
    expect([stays.status, stays.location]).toEqual([303, path]);
    const german = await guest.submit(page, '/language', { language: 'de' });
    expect([german.status, german.location]).toEqual([303, path]);
    expect((await guest.get(path)).body).toContain('<html lang="de"');
  });
});
