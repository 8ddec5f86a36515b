import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { addresses } from './account.tables';
import { type AccountAnswer, berlin, callerFor, openAccountClub } from './account.testing';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the address', (open) => {
  let club: Club;
  let id: number;
  let call: Awaited<ReturnType<typeof callerFor>>;
  beforeEach(async () => {
    club = await openAccountClub(open);
    id = (await club.addMember({ addressIsFilled: false })).id;
    call = await callerFor(club, 'mia@example.org');
  });
  const put = (changed: object = {}, ifMatch?: string) =>
    call('PUT', '/user/address', { ...berlin, ...changed }, ifMatch === undefined ? {} : { ifMatch });
  const shown = async () => (await call('GET', '/user/address')).body;
  const isFilled = async () => (await club.db.select().from(users).where(eq(users.id, id)))[0]?.addressIsFilled;

  it('is what the registration knows until it is filled in, and then says so', async () => {
    expect(await shown()).toMatchObject({
      firstname: 'Mia',
      lastname: 'Sommer',
      country: 'DE',
      birthdate: '1990-05-17',
      street: null,
      postcode: null,
      region: null,
      locked_since: null,
    });
    expect(await isFilled()).toBe(false);
    const saved = await put({ company: 'Sommer & Co', phone: '030 901820', address_line2: 'Hinterhaus' });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ ...berlin, company: 'Sommer & Co', phone: '+4930901820' });
    expect(await shown()).toEqual(saved.body);
    expect(await isFilled()).toBe(true);
  });

  it('is replaced as a whole, also by less', async () => {
    await put({ company: 'Sommer & Co', phone: '+49 30 901820' });
    const { body } = await put({ country: 'HK', region: 'HK', postcode: undefined, city: 'Kowloon' });
    expect(body).toMatchObject({ country: 'HK', region: 'HK', postcode: null, company: null, phone: null });
  });

  it.each([
    ['gb', 'GB', 'hr4  9ar', 'HEF', 'HR4 9AR'],
    ['Ireland', 'IE', 't12 w8kp', 'CO', 'T12 W8KP'],
    ['the Isle of Man, which has no coded regions', 'IM', 'im1 1aa', undefined, 'IM1 1AA'],
    ['Libya, whose codes nobody describes', 'LY', '218-21', 'TB', '218-21'],
  ])('keeps a tidy postcode of %s', async (_, country, postcode, region, kept) => {
    expect((await put({ country, postcode, region })).body).toMatchObject({ country, postcode: kept });
  });

  it.each([
    ['firstname', { firstname: 'x'.repeat(81) }],
    ['lastname', { lastname: 'x'.repeat(81) }],
    ['company', { company: 'x'.repeat(121) }],
    ['street', { street: 'x'.repeat(121) }],
    ['street_number', { street_number: 'x'.repeat(21) }],
    ['address_line2', { address_line2: 'x'.repeat(121) }],
    ['postcode', { postcode: 'x'.repeat(21) }],
    ['city', { city: 'x'.repeat(101) }],
    ['country', { country: 'DEU' }],
    ['region', { region: 'x'.repeat(61) }],
    ['phone', { phone: '0'.repeat(31) }],
    ['birthdate', { birthdate: '17.5.1990' }],
    ['birthdate', { birthdate: '1990-02-30' }],
    ['firstname', { firstname: '   ' }],
    ['street', { street: '' }],
    ['city', { city: undefined }],
    ['firstname', { firstname: '<b>Mia</b>' }],
    ['city', { city: 'Berlin\nMitte' }],
    ['country', { country: 'XX' }],
    ['country', { country: 'de' }],
    ['postcode', { postcode: undefined }],
    ['postcode', { postcode: '1010' }],
    ['postcode', { postcode: '10969 Berlin' }],
    ['postcode', { country: 'HK', region: 'HK' }],
    ['region', { region: undefined }],
    ['region', { region: 'Bayern' }],
    ['region', { region: 'ZH' }],
    ['region', { country: 'IM', postcode: 'IM1 1AA' }],
    ['phone', { phone: 'none' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: '+49 30 901820 ext. 5' }],
    ['phone', { phone: '0301 call 901820' }],
    ['birthdate', { birthdate: '2008-11-21' }],
    ['birthdate', { birthdate: '2027-01-01' }],
    ['birthdate', { birthdate: '1850-01-01' }],
    ['is_admin', { is_admin: true }],
    ['street', { street: ['Lindenstraße'] }],
  ])('is refused at %s for %j, and nothing is saved', async (field, changed) => {
    const { status, body } = await put(changed);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await isFilled()).toBe(false);
    expect(await club.db.$count(addresses)).toBe(0);
  });

  it('takes a member on the day of their eighteenth birthday', async () => {
    expect((await put({ birthdate: '2008-11-20' })).status).toBe(200);
  });

  it('says in German what is wrong', async () => {
    const { body } = (await call('PUT', '/user/address', { ...berlin, postcode: '1010' }, { language: 'de' })) ?? {};
    expect(body.errors.postcode).toEqual(['Das ist keine Postleitzahl des gewählten Landes.']);
  });

  it('is not overwritten by whoever has seen another one', async () => {
    const { etag } = await shown();
    const first = await put({ street: 'Erste Straße' }, etag ?? '');
    expect(first.status).toBe(200);
    const second = await put({ street: 'Zweite Straße' }, etag ?? '');
    expect([second.status, second.body.code]).toEqual([412, 'address_changed']);
    expect((await shown()).street).toBe('Erste Straße');
    expect((await put({ street: 'Zweite Straße' }, first.body.etag ?? '')).status).toBe(200);
  });

  it('leaves the names of changed fields in the audit log, and nothing of what they hold', async () => {
    await put({ phone: '030 901820' });
    await put({ phone: '030 901820' });
    await put({ phone: '030 901820', city: 'Potsdam', region: 'BB', postcode: '14467' });
    const rows = await club.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'address.change'))
      .orderBy(auditLog.id);
    expect(rows.map(({ userId, detail }) => [userId, (detail as { fields: string[] }).fields])).toEqual([
      [id, ['street', 'street_number', 'postcode', 'city', 'region', 'phone']],
      [id, ['postcode', 'city', 'region']],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Berlin|Potsdam|10969|4930/);
  });

  it('is the member’s own', async () => {
    await club.addMember({ email: 'noa@example.org', firstname: 'Noa' });
    await put();
    const noa = await callerFor(club, 'noa@example.org');
    expect((await noa('GET', '/user/address')).body).toMatchObject({ firstname: 'Noa', street: null });
    expect((await call('GET', '/user/address', undefined, { token: 'x'.repeat(43) })).status).toBe(401);
  });

  it('keeps names and country after the first withdrawal, and lets the rest change', async () => {
    await put();
    await club.db.update(users).set({ firstWithdrawalAt: start }).where(eq(users.id, id));
    expect((await shown()).locked_since).toBe('2026-11-20T09:00:00.000Z');
    const austria = { country: 'AT', region: '9', postcode: '1010' };
    for (const changed of [{ firstname: 'Mira' }, { lastname: 'Winter' }, austria]) {
      const { status, body } = await put(changed);
      expect([status, body.code]).toEqual([409, 'identity_locked']);
    }
    expect(await shown()).toMatchObject({ firstname: 'Mia', lastname: 'Sommer', country: 'DE' });
    const moved = await put({ city: 'Potsdam', region: 'BB', postcode: '14467', birthdate: '1990-05-18' });
    expect(moved).toMatchObject({ status: 200, body: { city: 'Potsdam', birthdate: '1990-05-18' } });
  });

  it.each([
    ['a name', { firstname: 'Mira' }],
    ['the country', { country: 'AT' }],
    ['the time of the first withdrawal', { firstWithdrawalAt: null }],
  ])('is locked in the database itself: %s stays', async (_, changed) => {
    await club.db.update(users).set({ firstWithdrawalAt: start }).where(eq(users.id, id));
    const change = club.db.update(users).set(changed).where(eq(users.id, id));
    await expect(change).rejects.toMatchObject({ cause: { constraint: 'users_identity_locked' } });
  });

  it.each([{ phone: '030 901820' }, { phone: '+0301' }, { city: 'x'.repeat(101) }, { street: '' }])(
    'is not written as %j past the calls',
    async (changed) => {
      const row = { userId: id, street: 'Weg', streetNumber: '1', city: 'Berlin', updatedAt: start };
      await expect(club.db.insert(addresses).values({ ...row, ...changed })).rejects.toThrow();
    },
  );
});

describeOnPostgres('the address, saved in two windows at once', (open) => {
  it('is saved by one, and the other hears of it', async () => {
    const club = await openAccountClub(open);
    await club.addMember();
    const call = await callerFor(club, 'mia@example.org');
    const ifMatch = (await call('GET', '/user/address')).body.etag ?? '';
    const answers: AccountAnswer[] = await Promise.all(
      ['Erste Straße', 'Zweite Straße', 'Dritte Straße'].map((street) =>
        call('PUT', '/user/address', { ...berlin, street }, { ifMatch }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const saved = answers.find(({ status }) => status === 200);
    expect((await call('GET', '/user/address')).body.street).toBe(saved?.body.street);
  });
});
