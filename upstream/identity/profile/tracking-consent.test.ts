import { eq, like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { type Club, getToken, openClub } from '../identity.testing';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const say = (club: Club, token: string, body: unknown) =>
  club.call('PUT', '/user/tracking-consent', { token, body }) as Promise<{ status: number; body: unknown }>;
const audit = (club: Club) =>
  club.db.select().from(auditLog).where(like(auditLog.action, 'tracking_consent_%')).orderBy(auditLog.id);

describeOnEachDatabase('the consent to tracking', (open) => {
  let club: Club;
  let id: number;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open);
    id = (await club.addMember()).id;
    token = await getToken(club);
  });
  const shown = async () => (await club.call('GET', '/user/header', { token })).body.user.tracking_consent_at;

  it('is not there until a member gives it, and gone when they withdraw it', async () => {
    expect(await shown()).toBeNull();
    const given = { tracking_consent_at: '2026-11-20T09:00:00.000Z' };
    expect(await say(club, token, { given: true })).toMatchObject({ status: 200, body: given });
    expect(await shown()).toBe(given.tracking_consent_at);
    expect(await say(club, token, { given: false })).toMatchObject({
      status: 200,
      body: { tracking_consent_at: null },
    });
    expect(await shown()).toBeNull();
  });

  it('counts from the first time it was given, and only changes are in the audit log', async () => {
    await say(club, token, { given: false });
    await say(club, token, { given: true });
    vi.setSystemTime(start.getTime() + 60_000);
    const again = await say(club, token, { given: true });
    expect(again.body).toEqual({ tracking_consent_at: '2026-11-20T09:00:00.000Z' });
    await say(club, token, { given: false });
    await say(club, token, { given: false });
    expect((await audit(club)).map(({ action, actorId, userId, ip }) => [action, actorId, userId, ip])).toEqual([
      ['tracking_consent_given', id, id, '192.0.2.1'],
      ['tracking_consent_withdrawn', id, id, '192.0.2.1'],
    ]);
  });

  it('is the member’s own', async () => {
    const noa = await club.addMember({ email: 'noa@example.org' });
    await say(club, token, { given: true });
    const [other] = await club.db.select().from(users).where(eq(users.id, noa.id));
    expect(other?.trackingConsentAt).toBeNull();
    expect((await say(club, 'x'.repeat(43), { given: true })).status).toBe(401);
  });

  it.each([{}, { given: 'true' }, { given: null }, { given: true, user_id: 1 }])('is not given by %j', async (body) => {
    expect((await say(club, token, body)).status).toBe(422);
    expect(await shown()).toBeNull();
  });
});

describeOnPostgres('the consent to tracking at once', (open) => {
  it('is given once by ten clicks', async () => {
    const club = await openClub(open);
    await club.addMember();
    const token = await getToken(club);
    await Promise.all(Array.from({ length: 10 }, () => say(club, token, { given: true })));
    expect(await audit(club)).toHaveLength(1);
  });
});
