import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { authSessions, ghostSessions } from '../../members/sessions.tables';
import { listNotifications } from '../../notifications/notification-lists';
import { tidyIdentity } from '../housekeeping';
import { type Club, getToken, openClub } from '../identity.testing';
import { ghostLinks } from './ghost.tables';
import { addBoth, askForLink, enter, reason } from './ghost.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const header = (club: Club, token: string) => club.call('GET', '/user/header', { token });

describeOnEachDatabase('ghost mode', (open) => {
  let club: Club;
  let both: Awaited<ReturnType<typeof addBoth>>;
  beforeEach(async () => {
    club = await openClub(open);
    both = await addBoth(club);
  });

  it('begins by a link, and the header says who looks, why, and until when', async () => {
    const { status, body } = await club.post('/ghost/enter', { token: await askForLink(club) });
    const ghost = { actor_name: 'Greta Holm', reason, expires_at: '2026-11-20T09:30:00.000Z', read_only: true };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ghost,
      user: { email: 'mia@example.org' },
      token: { expires_in: 1800 },
    });
    expect((await header(club, body.token.access_token)).body.ghost).toEqual(ghost);
    expect((await header(club, await getToken(club))).body.ghost).toBeNull();
  });

  it('shows what a link is for without spending it', async () => {
    const token = await askForLink(club);
    const shown = { actor_name: 'Greta Holm', member_name: 'Mia Sommer', reason, read_only: true, minutes: 30 };
    for (const _ of [1, 2]) expect((await club.post('/ghost/link', { token })).body).toEqual(shown);
    expect((await club.post('/ghost/enter', { token })).status).toBe(200);
    expect((await club.post('/ghost/link', { token })).status).toBe(404);
  });

  it('takes a link once, for 60 seconds, and none that is made up', async () => {
    const token = await askForLink(club);
    const late = await askForLink(club);
    expect((await club.post('/ghost/enter', { token })).status).toBe(200);
    expect((await club.post('/ghost/enter', { token }, { language: 'de' })).body.error).toContain('gilt nicht mehr');
    advance(59);
    expect((await club.post('/ghost/link', { token: late })).status).toBe(200);
    advance(1);
    for (const bad of [late, `${token}x`, 'made up']) {
      expect((await club.post('/ghost/enter', { token: bad })).status).toBe(422);
      expect((await club.post('/ghost/link', { token: bad })).status).toBe(404);
    }
    expect(await club.db.$count(ghostSessions)).toBe(1);
  });

  it('keeps no token, and forgets links that are over', async () => {
    const token = await askForLink(club);
    expect(JSON.stringify(await club.db.select().from(ghostLinks))).not.toContain(token);
    advance(61);
    await tidyIdentity(club, new Date());
    expect(await club.db.$count(ghostLinks)).toBe(0);
  });

  it.each([
    ['the staff lost their permission', 'greta@example.org', ['ghost.write']],
    ['the member became staff', 'mia@example.org', ['news.preview']],
  ])('does not begin when %s since the link was made', async (_, email, permissions) => {
    const token = await askForLink(club);
    await club.db.update(users).set({ permissions }).where(eq(users.email, email));
    expect((await club.post('/ghost/link', { token })).status).toBe(404);
    expect((await club.post('/ghost/enter', { token })).status).toBe(422);
    expect(await club.db.$count(authSessions)).toBe(0);
  });

  it('ends after 30 minutes, and no refresh prolongs it', async () => {
    const token = await enter(club, both);
    advance(30 * 60 - 1);
    const refusal = { status: 403, body: { code: 'forbidden_in_ghost_mode' } };
    expect(await club.call('POST', '/auth/refresh', { token })).toMatchObject(refusal);
    expect((await header(club, token)).status).toBe(200);
    advance(1);
    expect((await header(club, token)).status).toBe(401);
  });

  it('ends when the staff leave, log out, or lose their permission', async () => {
    for (const way of ['/ghost/leave', '/auth/logout']) {
      const token = await enter(club, both);
      expect((await club.call('POST', way, { token })).status).toBe(204);
      expect((await header(club, token)).status).toBe(401);
    }
    const token = await enter(club, both, { write: true });
    await club.db
      .update(users)
      .set({ permissions: ['ghost.enter'] })
      .where(eq(users.id, both.greta.id));
    expect((await header(club, token)).body.ghost?.read_only).toBe(true);
    await club.db.update(users).set({ permissions: [] }).where(eq(users.id, both.greta.id));
    expect((await header(club, token)).status).toBe(401);
  });

  it('ends with a new password of the member, and sends its sockets away', async () => {
    const token = await enter(club, both);
    await club.post('/auth/recover', { email: 'mia@example.org' });
    const [, reset] = /([\w-]{43})$/.exec((await club.mails()).at(-1)?.links[0] ?? '') ?? [];
    const password = 'lantern-walnut-43';
    const given = { email: 'mia@example.org', token: reset, password, password_confirmation: password };
    expect((await club.post('/auth/reset-password', given)).status).toBe(200);
    expect((await header(club, token)).status).toBe(401);
    const [session] = await club.db.select().from(ghostSessions);
    expect(session).toMatchObject({ endedAt: start, endedReason: 'password_reset' });
    expect(club.broadcaster.reauthorized).toContain(both.mia.id);
  });

  it('is left by nobody who is not in it', async () => {
    const token = await getToken(club);
    expect((await club.call('POST', '/ghost/leave', { token })).status).toBe(404);
    expect((await header(club, token)).status).toBe(200);
  });

  it('does not nest', async () => {
    await club.addMember({ firstname: 'Nora', email: 'nora@example.org' });
    const token = await enter(club, both, { write: true });
    const link = await askForLink(club, { user: 'nora@example.org' });
    const refusal = { status: 403, body: { code: 'forbidden_in_ghost_mode' } };
    expect(await club.post('/ghost/enter', { token: link }, { token })).toMatchObject(refusal);
    expect(await club.post('/ghost/link', { token: link }, { token })).toMatchObject(refusal);
    expect((await club.post('/ghost/enter', { token: link })).status).toBe(200);
  });

  it('is no device of the member, no sign-in, and no reason to ask for new terms', async () => {
    const token = await enter(club, both);
    const own = await getToken(club);
    expect((await club.call('GET', '/user/devices', { token: own })).body.data).toHaveLength(1);
    expect((await club.call('GET', '/user/devices', { token })).body.data).toHaveLength(1);
    expect((await club.mails()).map(({ subject }) => subject)).not.toContain('New sign-in at Almende');
  });

  it('tells the member at once, on the pages and by mail, and the audit log with both', async () => {
    await enter(club, both);
    const extent = { page: 1, perPage: 5, language: 'de' as const };
    const { data } = await listNotifications(club.db, both.mia.id, 'unread', extent);
    expect(data).toMatchObject([
      { type: 'security.ghost_access', data: { url: expect.stringMatching('^/settings/privacy') } },
    ]);
    expect(data[0]?.data.title).toContain('Greta Holm');
    expect(data[0]?.data.description).toContain(reason);
    const mails = await club.mails();
    expect(mails).toMatchObject([{ to: 'mia@example.org', text: expect.stringContaining(reason) }]);
    const [entry] = await club.db.select().from(auditLog).where(eq(auditLog.action, 'ghost.entered'));
    expect(entry).toMatchObject({ actorId: both.greta.id, userId: both.mia.id });
    expect(JSON.stringify(await club.db.select().from(auditLog))).not.toContain(reason);
  });
});

describeOnPostgres('ghost mode', (open) => {
  it('gives one session to one of many who spend a link at the same time', async () => {
    const club = await openClub(open);
    await addBoth(club);
    const token = await askForLink(club);
    const answers = await Promise.all([...'12345678'].map(() => club.post('/ghost/enter', { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await club.db.$count(ghostSessions), await club.db.$count(authSessions)]).toEqual([1, 1]);
  });
});
