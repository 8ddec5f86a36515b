import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressSchema } from '../../app/settings/address.schema';
import { addresses } from '../../upstream/account/account.tables';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

let club: Club;
beforeAll(async () => {
  club = await startClub({ DEFAULT_REGION: 'at' });
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const path = '/settings/address';

let member: Member;
let visitor: Visitor;
let shown: Page;
beforeEach(async () => {
  member = await club.member();
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
  shown = await visitor.get(path);
});

const typedIn = (page: Page, name: string) => formOf(page, 'address').fields.find(([field]) => field === name)?.[1];
const send = (changed: Record<string, string | string[]>) =>
  visitor.submit(shown, 'address', { street: 'Zur Allmende', ...changed });
const savedStreet = async () =>
  (await club.db.select().from(addresses).where(eq(addresses.userId, member.id)))[0]?.street;

describe('an address', () => {
  it('has a control for each field of its form', () => {
    const names = Object.keys(addressSchema.shape).filter((name) => !name.startsWith('verification_'));
    const controls = formOf(shown, 'address').fields.map(([name]) => name);
    expect(names.filter((name) => !controls.includes(name))).toEqual([]);
  });

  it('at its longest is saved, and saved again', async () => {
    const longest = { company: 120, street: 120, street_number: 20, address_line2: 120, city: 100 };
    const lined = Object.entries(longest).map(([name, length]) => [name, 'Ö'.repeat(length)] as const);
    const named = await club.member({ firstname: 'Ö'.repeat(80), lastname: 'Ü'.repeat(80) });
    const browser = new Visitor(club.url);
    await browser.signIn(named);
    for (const phone of ['+49 30 901820', '+49 30 901821']) {
      const page = await browser.get(path);
      const saved = await browser.submit(page, 'address', { ...Object.fromEntries(lined), phone });
      expect([saved.status, saved.location]).toEqual([303, path]);
    }
    const again = await browser.get(path);
    for (const [name, value] of lined) expect(typedIn(again, name)).toBe(value);
    expect(typedIn(again, 'phone')).toBe('+4930901821');
  });

  it.each([
    ['firstname', 'x'.repeat(81)],
    ['lastname', 'x'.repeat(81)],
    ['company', 'x'.repeat(121)],
    ['street', 'x'.repeat(121)],
    ['street_number', 'x'.repeat(21)],
    ['address_line2', 'x'.repeat(121)],
    ['postcode', 'x'.repeat(21)],
    ['postcode', '1010'],
    ['postcode', ''],
    ['city', 'x'.repeat(101)],
    ['city', ' '],
    ['country', 'XX'],
    ['country', 'DEU'],
    ['region', 'DE-Bayern'],
    ['region', ''],
    ['phone', '0'.repeat(31)],
    ['phone', 'call me'],
    ['birthdate', '2020-01-01'],
    ['birthdate', '30.2.1990'],
    ['firstname', '<script>alert(1)</script>'],
  ])('with %s as %j is answered 422 at its field, and everything typed is kept', async (name, typed) => {
    const answer = await send({ [name]: typed });
    expect(answer.status).toBe(422);
    const [control = ''] = new RegExp(`<(input|select)[^>]*id="address-${name}"[^>]*>`).exec(answer.body) ?? [];
    expect(control).toContain('aria-invalid="true"');
    expect(answer.body).not.toContain('<script>alert');
    for (const [field, value] of Object.entries({ street: 'Zur Allmende', city: 'Angermünde', [name]: typed })) {
      if (!['country', 'region'].includes(field)) expect(typedIn(answer, field)).toBe(value);
    }
    expect(await savedStreet()).toBe('Am Anger');
  });

  it('with a field that it does not know is answered 422 and named', async () => {
    const answer = await send({ is_admin: '1' });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('is_admin');
    expect(await savedStreet()).toBe('Am Anger');
  });

  it('with a field that was sent twice is answered 422 and named', async () => {
    const answer = await send({ city: ['Berlin', 'Potsdam'] });
    expect(answer.status).toBe(422);
    expect(readableText(answer)).toContain(t('form.repeated', { field: t('fields.city') }));
    expect(await savedStreet()).toBe('Am Anger');
  });

  it('with the region of the country before asks for one of the new country, with all of them to choose from', async () => {
    const answer = await send({ country: 'CH', region: 'DE-BE', postcode: '3011' });
    expect(answer.status).toBe(422);
    expect(typedIn(answer, 'region')).toBe('');
    expect(answer.body).toMatch(/<select[^>]*id="address-region"[^>]*aria-invalid="true"/);
    expect(answer.body).toContain('<option value="CH-BE">Bern</option>');
    const again = await visitor.submit(answer, 'address', { region: 'CH-BE' });
    expect([again.status, again.location]).toEqual([303, path]);
  });

  it('in the language of the member, whatever the browser says', async () => {
    visitor.headers['Accept-Language'] = 'de';
    const answer = await send({ postcode: '1010', language: 'de' });
    expect(answer.status).toBe(200);
    const wrong = await visitor.submit(answer, 'address', { postcode: '1010' });
    expect(readableText(wrong)).toContain('Das ist keine Postleitzahl des gewählten Landes.');
    expect(answer.body).toContain('Österreich');
  });

  it('of somebody who sends names after the first withdrawal is answered 409', async () => {
    const locked = await club.member({ firstWithdrawalAt: new Date(club.clock.now()) });
    const own = new Visitor(club.url);
    await own.signIn(locked);
    const page = await own.get(path);
    const answer = await own.submit(page, 'address', { firstname: 'Mona' });
    expect(answer.status).toBe(409);
    expect(readableText(answer)).toMatch(/locked since your first withdrawal on \d+ \w+ \d{4} ?\./);
    expect((await own.submit(page, 'address', { city: 'Schwedt' })).status).toBe(303);
  });

  it.each(['en', 'de'] as const)(
    'with another name while a withdrawal is at the bank is answered 409 at the name (%s)',
    async (language) => {
      const paid = await club.member({ language });
      await equipToWithdraw(club, paid);
      const own = new Visitor(club.url);
      await own.signIn(paid);
      const label = await withdraw(club, own, paid);
      expect(await club.staff('withdrawals', 'approve', label)).toMatchObject({ code: 0, stderr: '' });
      expect(await club.staff('payouts', 'export', join(club.dataDir, `${label}.xml`))).toMatchObject({ code: 0 });
      const answer = await own.submit(await own.get(path), 'address', { lastname: 'Winter', city: 'Schwedt' });
      expect(answer.status).toBe(409);
      const said = { en: 'as soon as the bank has carried out', de: 'Sobald die Bank die Auszahlung ausgeführt hat' };
      expect(readableText(answer)).toContain(said[language]);
      expect(answer.body).toContain('id="address-lastname-error"');
      expect(answer.body).not.toContain('id="address-firstname-error"');
      expect([typedIn(answer, 'lastname'), typedIn(answer, 'city')]).toEqual(['Winter', 'Schwedt']);
      const saved = await own.submit(answer, 'address', { lastname: paid.name.split(' ').at(-1) ?? '' });
      expect([saved.status, typedIn(await own.follow(saved), 'city')]).toEqual([303, 'Schwedt']);
    },
  );

  it('that was changed meanwhile is answered 412, and saved the second time', async () => {
    const late = shown;
    expect((await send({})).status).toBe(303);
    const answer = await visitor.submit(late, 'address', { street: 'Zweite Straße' });
    expect(answer.status).toBe(412);
    expect(readableText(answer)).toContain(t('settings:address.changed.title'));
    expect(await savedStreet()).toBe('Zur Allmende');
    expect((await visitor.submit(answer, 'address')).status).toBe(303);
    expect(await savedStreet()).toBe('Zweite Straße');
  });
});

describe('the choices of a country', () => {
  it('are every country in the member’s language, and begin with the configured region where a country is none', async () => {
    const answer = await visitor.get('/settings/address/choices?country=XX');
    const choices = JSON.parse(answer.body);
    expect(choices).toMatchObject({ country: 'AT', isWhole: true, postcode: 'required' });
    expect(choices.countries.split('\n')).toHaveLength(249);
    expect(choices.regions).toContain('AT-9|Wien');
  });

  it('are for members', async () => {
    expect((await new Visitor(club.url).get('/settings/address/choices?country=DE')).status).toBe(401);
  });
});
