import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { isRetryable } from '../../database/failures';
import { holding, untilWaiting } from '../../database/locks.testing';
import type { Page } from '../../http/paginator';
import { users } from '../../members/members.tables';
import { authSessions, knownDevices } from '../../members/sessions.tables';
import { pushTokens } from '../../push/push.tables';
import { type Club, openClub, signIn } from '../identity.testing';

vi.mock('../../database/failures', async (original) => {
  const failures = await original<typeof import('../../database/failures')>();
  return { ...failures, isRetryable: vi.fn(failures.isRetryable) };
});

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

interface DeviceRow {
  id: string;
  name: string;
  is_current: boolean;
}

/** Signs in from a new browser. Returns what it sees and does. */
async function openBrowser(club: Club, device_name: string, email?: string, device?: string) {
  const { body } = await club.post(
    '/auth/login',
    { email: email ?? 'mia@example.org', password: 'walnut-lantern-42', device_name },
    { device },
  );
  const token = body.token.access_token;
  const list = async (query = '') =>
    (await club.call('GET', `/user/devices${query}`, { token })).body as unknown as Page<DeviceRow>;
  const own = (await list()).data.find(({ is_current }) => is_current);
  const id = own?.id ?? '';
  return {
    id,
    token,
    device: body.device_token,
    list,
    names: async () => (await list()).data.map(({ name }) => name),
    isIn: async () => (await club.call('GET', '/user/header', { token })).status === 200,
    revoke: async (other: string) => (await club.call('DELETE', `/user/devices/${other}`, { token })).status,
    revokeOthers: async () => (await club.call('DELETE', '/user/devices', { token })).body as unknown,
    /** Registers a phone for push messages. */
    addPhone: async (name: string) => {
      const session = { userId: (await getSession(club, id)).userId, sessionId: id };
      const now = new Date();
      await club.db
        .insert(pushTokens)
        .values({ ...session, token: `${name}${'x'.repeat(40)}`, createdAt: now, lastSeenAt: now });
    },
  };
}

async function getSession(club: Club, id: string) {
  const [session] = await club.db.select().from(authSessions).where(eq(authSessions.id, id));
  if (!session) throw new Error('There is no such session');
  return session;
}

const audited = async ({ db }: Club) => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.action, 'session_revoked')).orderBy(auditLog.id);
  return rows.map(({ actorId, userId, detail }) => ({ actorId, userId, detail }));
};

const phones = async ({ db }: Club) =>
  (await db.select().from(pushTokens).orderBy(pushTokens.token)).map(({ token }) => token.replace(/x+$/, ''));

describeOnEachDatabase('a device that the member signs out', (open) => {
  let club: Club;
  let mia: number;
  beforeEach(async () => {
    club = await openClub(open);
    mia = (await club.addMember()).id;
  });

  it('is out at its next request, alone, with its push messages, and is named in the audit log', async () => {
    const laptop = await openBrowser(club, 'Laptop');
    const phone = await openBrowser(club, 'Phone');
    const tablet = await openBrowser(club, 'Tablet');
    await phone.addPhone('phone');
    await laptop.addPhone('laptop');
    const refreshed = await club.call('POST', '/auth/refresh', { token: phone.token });
    expect(await laptop.revoke(phone.id)).toBe(204);
    expect(await phone.isIn()).toBe(false);
    const later = refreshed.body.token.access_token;
    expect((await club.call('GET', '/user/header', { token: later })).status).toBe(401);
    expect([await laptop.isIn(), await tablet.isIn()]).toEqual([true, true]);
    expect(await laptop.names()).toEqual(['Laptop', 'Tablet']);
    expect(await phones(club)).toEqual(['laptop']);
    expect(await getSession(club, phone.id)).toMatchObject({ revokedAt: start, revokedReason: 'revoked' });
    expect(await audited(club)).toEqual([{ actorId: mia, userId: mia, detail: { session: phone.id } }]);
    expect(club.broadcaster.reauthorized).toEqual([mia]);
  });

  it('is a stranger when it signs in again, which is mailed', async () => {
    const laptop = await openBrowser(club, 'Laptop');
    const phone = await openBrowser(club, 'Phone');
    const mailsBefore = (await club.mails()).length;
    await openBrowser(club, 'Phone', undefined, phone.device);
    expect((await club.mails()).length).toBe(mailsBefore);
    await laptop.revoke(phone.id);
    expect(await club.db.$count(knownDevices)).toBe(1);
    await openBrowser(club, 'Phone', undefined, phone.device);
    const mail = (await club.mails())[mailsBefore];
    expect(mail?.subject).toBe('New sign-in at Almende');
    expect(mail?.links).toEqual(['http://localhost:3000/settings/devices']);
    expect(mail?.text).toContain('http://localhost:3000/recover');
  });

  it('keeps the browser that the member acts from known, also when it was signed in there twice', async () => {
    const before = await openBrowser(club, 'Laptop');
    const laptop = await openBrowser(club, 'Laptop', undefined, before.device);
    expect(await laptop.revoke(before.id)).toBe(204);
    const mails = (await club.mails()).length;
    await openBrowser(club, 'Laptop', undefined, laptop.device);
    expect((await club.mails()).length).toBe(mails);
  });

  it('is logged out where it is the member’s own', async () => {
    const laptop = await openBrowser(club, 'Laptop');
    expect(await laptop.revoke(laptop.id)).toBe(204);
    expect(await laptop.isIn()).toBe(false);
    expect(await getSession(club, laptop.id)).toMatchObject({ revokedReason: 'logout' });
    expect(await audited(club)).toEqual([]);
    expect(await club.db.$count(knownDevices)).toBe(1);
  });

  it('is not found a second time, when its time is over, when it is somebody else’s, and when it is none', async () => {
    await club.addMember({ email: 'noa@example.org' });
    const noa = await openBrowser(club, 'Noa', 'noa@example.org');
    const old = await openBrowser(club, 'Old');
    advance(24 * 3600);
    const phone = await openBrowser(club, 'Phone');
    const laptop = await openBrowser(club, 'Laptop');
    expect(await laptop.revoke(phone.id)).toBe(204);
    for (const id of [phone.id, old.id, noa.id, randomUUID(), '1', 'x'.repeat(64)]) {
      expect([id, await laptop.revoke(id)]).toEqual([id, 404]);
    }
    expect((await getSession(club, noa.id)).revokedAt).toBeNull();
    expect(await audited(club)).toHaveLength(1);
  });

  it('goes with all the others at once, with browsers and phones of earlier sign-ins', async () => {
    await club.addMember({ email: 'noa@example.org' });
    const noa = await openBrowser(club, 'Noa', 'noa@example.org');
    await noa.addPhone('noa');
    const old = await openBrowser(club, 'Old');
    await old.addPhone('old');
    advance(24 * 3600);
    const phone = await openBrowser(club, 'Phone');
    const tablet = await openBrowser(club, 'Tablet');
    const laptop = await openBrowser(club, 'Laptop');
    await laptop.addPhone('laptop');
    expect(await laptop.revokeOthers()).toEqual({ revoked: 2 });
    expect([await laptop.isIn(), await phone.isIn(), await tablet.isIn()]).toEqual([true, false, false]);
    expect(await phones(club)).toEqual(['laptop', 'noa']);
    expect(await club.db.$count(knownDevices, eq(knownDevices.userId, mia))).toBe(1);
    expect((await audited(club)).map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([{ session: phone.id }, { session: tablet.id }]),
    );
    expect(await laptop.revokeOthers()).toEqual({ revoked: 0 });
    expect((await getSession(club, noa.id)).revokedAt).toBeNull();
  });

  it('is found in a list that turns its pages, however long it is, its own always first', async () => {
    const laptop = await openBrowser(club, 'Laptop');
    const now = new Date();
    const rows = Array.from({ length: 130 }, (_, number) => ({
      id: randomUUID(),
      userId: mia,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3600_000),
      lastSeenAt: new Date(now.getTime() + number * 1000),
      deviceName: `Browser ${number}`,
    }));
    await club.db.insert(authSessions).values(rows);
    const first = await laptop.list('?per_page=3');
    expect(first).toMatchObject({ total: 131, last_page: 44 });
    expect(first.data.map(({ name }) => name)).toEqual(['Laptop', 'Browser 129', 'Browser 128']);
    const last = await laptop.list('?per_page=3&page=44');
    expect(last.data.map(({ name }) => name)).toEqual(['Browser 1', 'Browser 0']);
  });
});

describeOnPostgres('devices that are signed out at once', (open) => {
  it('end once each, one call after the other', async () => {
    const club = await openClub(open);
    const mia = (await club.addMember()).id;
    const laptop = await openBrowser(club, 'Laptop');
    const phone = await openBrowser(club, 'Phone');
    const twin = await openBrowser(club, 'Phone', undefined, phone.device);
    const ofPhone = eq(authSessions.id, phone.id);
    const release = await holding(club.db, (tx) => tx.select().from(authSessions).where(ofPhone).for('update'));
    const calls = [
      ...Array.from({ length: 4 }, () => laptop.revoke(phone.id)),
      laptop.revoke(twin.id),
      laptop.revokeOthers(),
    ];
    await untilWaiting(club.db, calls.length);
    await release();
    const answers = await Promise.all(calls);
    for (const answer of answers) expect([204, 404, 200]).toContain(typeof answer === 'number' ? answer : 200);
    expect((await audited(club)).map(({ detail }) => detail?.session).sort()).toEqual([phone.id, twin.id].sort());
    const left = and(eq(authSessions.userId, mia), isNull(authSessions.revokedAt));
    expect((await club.db.select({ id: authSessions.id }).from(authSessions).where(left)).map(({ id }) => id)).toEqual([
      laptop.id,
    ]);
    expect(await club.db.$count(knownDevices)).toBe(1);
    // PostgreSQL ends a deadlock after a second. The call is repeated twice, so a third deadlock would be its answer.
    expect(isRetryable).toHaveBeenCalled();
    expect(isRetryable).not.toHaveReturnedWith(true);
  });

  it('keep the first of two that sign each other out, so that a thief who comes second does not win', async () => {
    const club = await openClub(open);
    await club.addMember();
    const browsers = [await openBrowser(club, 'Laptop'), await openBrowser(club, 'Thief')];
    const release = await holding(club.db, (tx) => tx.select().from(users).for('no key update'));
    const calls = browsers.map((browser) => browser.revokeOthers());
    await untilWaiting(club.db, 2);
    await release();
    await Promise.all(calls);
    const isIn = await Promise.all(browsers.map((browser) => browser.isIn()));
    expect(isIn.sort()).toEqual([false, true]);
    expect(await club.db.$count(knownDevices)).toBe(1);
  });

  it('let a sign-in of that moment pass, with a browser that is known anew where it was forgotten', async () => {
    const club = await openClub(open);
    await club.addMember();
    const laptop = await openBrowser(club, 'Laptop');
    for (let turn = 0; turn < 5; turn++) {
      const phone = await openBrowser(club, 'Phone');
      const [again] = await Promise.all([signIn(club, { device: phone.device }), laptop.revokeOthers()]);
      expect(again.status).toBe(200);
      const now = new Date();
      vi.setSystemTime(now.getTime() + 120_000);
      expect((await signIn(club, { device: again.body.device_token })).status).toBe(200);
    }
  });
});
