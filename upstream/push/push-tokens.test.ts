import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { createApi } from '../http/api';
import { tidyIdentity } from '../identity/housekeeping';
import { endSessionsOf } from '../identity/identity';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { memberChecks } from '../identity/member-checks';
import { users } from '../members/members.tables';
import { authSessions } from '../members/sessions.tables';
import { mountPush } from './push.api';
import { pushTokens } from './push.tables';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const day = 24 * 3600;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

/** Returns a token in the format of FCM. */
const phone = (name: string) => `${name}:APA91b${'x'.repeat(40)}`;

/** Returns a function that registers a token as the bearer and returns status and body. */
function registrar(club: Club) {
  const api = createApi(club, { checks: memberChecks(club) });
  mountPush(api, club);
  return async (bearer: string | undefined, body: unknown) => {
    const headers = headersOf(bearer);
    headers.set('content-type', 'application/json');
    const request = new Request('http://localhost/api/fcm/register', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = await api.fetch(request, { ip: '192.0.2.7', requestId: 'request-1' });
    return { status: answer.status, text: await answer.text() };
  };
}

function headersOf(bearer: string | undefined): Headers {
  return new Headers(bearer ? { authorization: `Bearer ${bearer}` } : {});
}

/** Returns the names of the bearer's phones in the language. */
async function readNames(club: Club, bearer: string, language: string): Promise<string[]> {
  const api = createApi(club, { checks: memberChecks(club) });
  mountPush(api, club);
  const headers = headersOf(bearer);
  headers.set('accept-language', language);
  const request = new Request('http://localhost/api/user/push-registrations', { headers });
  const { data } = await (await api.fetch(request, { ip: '192.0.2.7', requestId: 'request-1' })).json();
  return data.map((phone: { device_name: string }) => phone.device_name);
}

const getBearer = async (club: Club, email?: string) => await getToken(club, email);

const actions = async (club: Club) => {
  const ours = ['push_token_registered', 'push_token_taken_over'];
  const rows = await club.db.select().from(auditLog).where(inArray(auditLog.action, ours)).orderBy(auditLog.id);
  return rows.map(({ action, actorId, userId }) => ({ action, actorId, userId }));
};

describeOnEachDatabase('push tokens', (open) => {
  let club: Club;
  let mia: number;
  let bearer: string;
  let register: ReturnType<typeof registrar>;
  beforeEach(async () => {
    club = await openClub(open);
    mia = (await club.addMember()).id;
    bearer = await getBearer(club);
    register = registrar(club);
  });
  const stored = () => club.db.select().from(pushTokens).orderBy(pushTokens.token);

  it('are stored once, and stamped when they are seen again', async () => {
    expect(await register(bearer, { token: phone('a') })).toEqual({ status: 204, text: '' });
    advance(600);
    expect((await register(bearer, { token: phone('a') })).status).toBe(204);
    expect(await stored()).toEqual([
      expect.objectContaining({
        token: phone('a'),
        userId: mia,
        createdAt: start,
        lastSeenAt: new Date(start.getTime() + 600_000),
      }),
    ]);
    expect(await actions(club)).toEqual([{ action: 'push_token_registered', actorId: mia, userId: mia }]);
  });

  it('are named in the language of the reader, whatever language they were registered in', async () => {
    await register(bearer, { token: phone('a') });
    await club.db.update(authSessions).set({ deviceName: 'Chrome on Android' });
    expect(await readNames(club, bearer, 'de')).toEqual(['Chrome auf Android']);
    expect(await readNames(club, bearer, 'en')).toEqual(['Chrome on Android']);
  });

  it('change hands with their phone, and both members can see it in the audit log', async () => {
    const noa = await club.addMember({ email: 'noa@example.org' });
    await register(bearer, { token: phone('a') });
    await register(await getBearer(club, 'noa@example.org'), { token: phone('a') });
    expect((await stored()).map(({ userId }) => userId)).toEqual([noa.id]);
    expect(await actions(club)).toEqual([
      { action: 'push_token_registered', actorId: mia, userId: mia },
      { action: 'push_token_taken_over', actorId: noa.id, userId: mia },
      { action: 'push_token_registered', actorId: noa.id, userId: noa.id },
    ]);
    const written = JSON.stringify(await club.db.select().from(auditLog));
    expect(written).not.toContain(phone('a'));
  });

  it('go with the logout of their session, and those of other sessions stay', async () => {
    const other = await getBearer(club);
    await register(bearer, { token: phone('a') });
    await register(other, { token: phone('b') });
    await club.call('POST', '/auth/logout', { token: bearer });
    expect((await stored()).map(({ token }) => token)).toEqual([phone('b')]);
    expect((await register(bearer, { token: phone('a') })).status).toBe(401);
  });

  it('belong to the session that registered them last', async () => {
    const later = await getBearer(club);
    await register(bearer, { token: phone('a') });
    await register(later, { token: phone('a') });
    await club.call('POST', '/auth/logout', { token: bearer });
    expect(await stored()).toHaveLength(1);
    await club.call('POST', '/auth/logout', { token: later });
    expect(await stored()).toHaveLength(0);
  });

  it('all go when every session of their member is ended', async () => {
    await club.addMember({ email: 'noa@example.org' });
    await register(bearer, { token: phone('a') });
    await register(await getBearer(club), { token: phone('b') });
    await register(await getBearer(club, 'noa@example.org'), { token: phone('c') });
    await transaction(club.db, (tx) => endSessionsOf(tx, mia, 'password_reset', new Date()));
    expect((await stored()).map(({ token }) => token)).toEqual([phone('c')]);
  });

  it('outlive a session that ran out, for 90 days', async () => {
    await register(bearer, { token: phone('a') });
    advance(90 * day);
    await tidyIdentity(club, new Date());
    expect(await stored()).toHaveLength(1);
    advance(2 * day);
    await tidyIdentity(club, new Date());
    expect(await stored()).toHaveLength(0);
  });

  it('are gone with their member', async () => {
    await register(bearer, { token: phone('a') });
    await club.db.delete(users).where(eq(users.id, mia));
    expect(await stored()).toHaveLength(0);
  });

  it('are kept for the twenty phones seen last', async () => {
    for (let number = 10; number < 32; number++) {
      advance(60);
      expect((await register(bearer, { token: phone(`n${number}`) })).status).toBe(204);
    }
    expect((await stored()).map(({ token }) => token)).toEqual(
      Array.from({ length: 20 }, (_, index) => phone(`n${index + 12}`)),
    );
  });

  it.each([
    ['none', {}],
    ['an empty one', { token: '' }],
    ['a short one', { token: 'abc' }],
    ['one with a space', { token: `${phone('a')} ` }],
    ['one with a line break', { token: `${phone('a')}\n` }],
    ['one of 1,025 signs', { token: 'x'.repeat(1025) }],
    ['a number', { token: 4 }],
    ['one beside something else', { token: phone('a'), user_id: 1 }],
  ])('refuse %s', async (_, body) => {
    expect((await register(bearer, body)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('are taken of members alone', async () => {
    expect((await register(undefined, { token: phone('a') })).status).toBe(401);
    expect((await register('x'.repeat(43), { token: phone('a') })).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  it('may be registered 20 times a minute', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn++) statuses.push((await register(bearer, { token: phone('a') })).status);
    expect(statuses).toEqual([...Array(20).fill(204), 429]);
  });
});

describeOnPostgres('push tokens at once', (open) => {
  it('stay one row for one phone, and leave nothing behind a logout', async () => {
    const club = await openClub(open);
    await club.addMember();
    const register = registrar(club);
    for (let turn = 0; turn < 5; turn++) {
      const bearer = await getBearer(club);
      const registrations = Array.from({ length: 3 }, () => register(bearer, { token: phone('a') }));
      const [logout, ...answers] = await Promise.all([
        club.call('POST', '/auth/logout', { token: bearer }),
        ...registrations,
      ]);
      expect(logout.status).toBe(204);
      for (const { status } of answers) expect([204, 401]).toContain(status);
      expect(await club.db.$count(pushTokens)).toBe(0);
    }
  });
});
