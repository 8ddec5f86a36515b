import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { notifications, notificationTimes, waitingMails } from '../notifications/notifications.tables';
import { mountAccount } from './account.api';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeOnEachDatabase('the account', (open) => {
  let club: Club;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open, {}, (api, deps) => {
      mountAccount(api, deps);
      return {};
    });
    await club.addMember();
    token = await getToken(club);
  });
  const put = (body: object, language: 'en' | 'de' = 'en') =>
    club.call('PUT', '/user/account', { body, token, language });
  const audited = async () =>
    (await club.db.select().from(auditLog).orderBy(auditLog.id)).filter(({ action }) => action === 'account.updated');

  it('takes what is named and leaves the rest', async () => {
    const { status, body } = await put({ language: 'de', timezone: 'Europe/Lisbon' });
    expect([status, body.user.language, body.user.timezone]).toEqual([200, 'de', 'Europe/Lisbon']);
    expect((await put({ timezone: null })).body.user).toMatchObject({ language: 'de', timezone: null });
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      { fields: ['language', 'timezone'] },
      { fields: ['timezone'] },
    ]);
  });

  it('has mail that waits follow another time zone', async () => {
    const [mia] = await club.db.select().from(users);
    const userId = mia?.id ?? 0;
    await club.db.insert(notificationTimes).values({ userId, digest: 'daily', updatedAt: new Date() });
    const text = { en: 'x', de: 'x' };
    const mail = { id: randomUUID(), kind: 'growing' as const, title: text, description: text };
    await club.db.insert(waitingMails).values({ ...mail, userId, dueAt: new Date() });
    const hourIn = async (timeZone: string) => {
      const [waiting] = await club.db.select().from(waitingMails);
      return waiting?.dueAt.toLocaleTimeString('en-GB', { timeZone });
    };
    await put({ timezone: 'America/New_York' });
    expect(await hourIn('America/New_York')).toBe('08:00:00');
    await put({ timezone: null });
    expect(await hourIn('Europe/Berlin')).toBe('08:00:00');
  });

  it('writes nothing where nothing changes', async () => {
    await put({ language: 'en' });
    await put({});
    expect(await audited()).toEqual([]);
  });

  it.each(['Europe/Zurich', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])('knows %s', async (timezone) => {
    const { status, body } = await put({ timezone });
    expect(status).toBe(200);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: body.user.timezone ?? 'none' })).not.toThrow();
  });

  it.each(['Europe/Atlantis', '+01:00', 'x', '../etc', 'Europe/Berlin; drop'])('does not know %s', async (timezone) => {
    for (const language of ['en', 'de'] as const) {
      const { status, body } = await put({ timezone }, language);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['timezone']]);
    }
  });

  it('stores an ETH address with its checksum, tells of it, and clears it', async () => {
    const { body } = await put({ nft_address: ` ${address.toLowerCase()} ` });
    expect(body.user.nft).toEqual({ address });
    const told = await club.db.select().from(notifications);
    expect(told.map(({ type }) => type)).toEqual(['security.eth_address_changed']);
    expect((await club.mails()).at(-1)?.subject).toBe('Your Ethereum address was changed');
    expect(JSON.stringify(await audited())).not.toContain(address);
    expect((await put({ nft_address: '' })).body.user.nft).toEqual({ address: null });
    expect(await club.db.$count(notifications)).toBe(2);
  });

  it('has its own words for each fault of an ETH address', async () => {
    const texts = [];
    for (const nft_address of ['alice.eth', address.replace('5aA', '5AA')]) {
      for (const language of ['en', 'de'] as const) {
        const { status, body } = await put({ nft_address }, language);
        expect(status).toBe(422);
        texts.push(body.errors.nft_address?.[0]);
      }
    }
    expect(new Set(texts).size).toBe(4);
  });

  it('is refused by the database with an address of another shape', async () => {
    const failure = await club.db
      .update(users)
      .set({ ethAddress: 'alice.eth' })
      .catch((error: unknown) => findFailure(error));
    expect(failure).toMatchObject({ code: '23514', constraint: 'users_eth_address' });
  });

  it.each([{ language: 'fr' }, { timezone: 5 }, { email: 'new@example.org' }, { permissions: ['ghost.enter'] }])(
    'refuses %j',
    async (body) => {
      expect((await put(body)).status).toBe(422);
      expect(await audited()).toEqual([]);
    },
  );
});
