import type { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { listGhostAccess } from '../../contract/ghost';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { type Club, getToken, openClub } from '../identity.testing';
import { ghostRequests } from './ghost.tables';
import { addBoth, enter, reason } from './ghost.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('what the member sees of staff in their area', (open) => {
  let club: Club;
  let both: Awaited<ReturnType<typeof addBoth>>;
  let own: string;
  beforeEach(async () => {
    club = await openClub(open);
    both = await addBoth(club);
    own = await getToken(club);
  });

  type AccessList = z.infer<(typeof listGhostAccess.responses)[200]['content']['application/json']['schema']>;
  const list = async (query = '') => {
    const { body } = await club.call('GET', `/user/ghost-access${query}`, { token: own });
    return body as unknown as AccessList;
  };
  const newest = async () => (await list()).data[0] as AccessList['data'][number];
  const look = (token: string, page: string, path = '/user/header', method = 'GET') =>
    club.call(method, path, { token, page });

  it('each access, latest first, with reason, time and end', async () => {
    await enter(club, both);
    advance(31 * 60);
    const left = await enter(club, both, { write: true });
    advance(60);
    await club.call('POST', '/ghost/leave', { token: left });
    await enter(club, both);
    const about = { actor_name: 'Greta Holm', reason, ticket_id: 12 };
    const page = await list();
    expect(page).toMatchObject({
      total: 3,
      data: [
        { ...about, started_at: '2026-11-20T09:32:00.000Z', ends_at: '2026-11-20T10:02:00.000Z', ended_by: null },
        { ...about, ends_at: '2026-11-20T09:32:00.000Z', ended_by: 'staff', read_only: false },
        { ...about, ends_at: '2026-11-20T09:30:00.000Z', ended_by: 'time', read_only: true },
      ],
    });
    expect(await list('?page=2&per_page=2')).toMatchObject({ data: [page.data[2]], total: 3, last_page: 2 });
  });

  it('each page with its time and calls, reads in a row as one, changes and refusals each for itself', async () => {
    const token = await enter(club, both, { write: true });
    for (const [page, path, method] of [
      ['/dashboard'],
      ['/dashboard', '/user/devices'],
      ['/dashboard'],
      ['/settings/devices', '/user/devices'],
      ['/dashboard'],
      ['/dashboard', '/instructions/toggle-state/tour', 'POST'],
      ['/dashboard', '/user/tracking-consent', 'PUT'],
      ['/dashboard'],
    ]) {
      await look(token, page ?? '', path, method);
      advance(1);
    }
    await club.call('GET', '/user/devices', { token });
    const access = await newest();
    const { body } = await club.call('GET', `/user/ghost-access/${access.id}?per_page=5`, { token: own });
    expect(body).toMatchObject({
      id: access.id,
      visits: {
        total: 6,
        data: [
          {
            page: '/dashboard',
            calls: ['GET /user/devices', 'GET /user/header'],
            outcome: 'read',
            at: '2026-11-20T09:00:00.000Z',
          },
          { page: '/settings/devices', calls: ['GET /user/devices'], outcome: 'read', at: '2026-11-20T09:00:03.000Z' },
          { page: '/dashboard', calls: ['GET /user/header'], outcome: 'read', at: '2026-11-20T09:00:04.000Z' },
          { page: '/dashboard', calls: ['POST /instructions/toggle-state/{id}'], outcome: 'write' },
          { page: '/dashboard', calls: ['PUT /user/tracking-consent'], outcome: 'refused' },
        ],
      },
    });
    const second = await club.call('GET', `/user/ghost-access/${access.id}?per_page=5&page=2`, { token: own });
    expect(second.body).toMatchObject({ visits: { data: [{ page: null, calls: ['GET /user/devices'] }], total: 6 } });
  });

  it('every call past the pages, whatever its headers say', async () => {
    const token = await enter(club, both);
    const headers = { 'x-page': '/dashboard', referer: 'http://localhost/dashboard', 'x-background': '1' };
    await look(token, '/dashboard');
    for (const path of ['/user/devices', '/user/terms']) await club.call('GET', path, { token, headers });
    const { id } = await newest();
    expect((await club.call('GET', `/user/ghost-access/${id}`, { token: own })).body).toMatchObject({
      visits: {
        data: [
          { page: '/dashboard', calls: ['GET /user/header'] },
          { page: null, calls: ['GET /user/devices'] },
          { page: null, calls: ['GET /user/terms'] },
        ],
      },
    });
  });

  it('pages without address or token', async () => {
    const token = await enter(club, both);
    for (const path of ['/posts', '/members/anna@example.org/x', `/unlock/${'t'.repeat(43)}`, `/${'ä'.repeat(400)}`]) {
      await look(token, encodeURI(path));
    }
    const rows = await club.db.select({ page: ghostRequests.page }).from(ghostRequests).orderBy(ghostRequests.id);
    expect(rows.map(({ page }) => page)).toEqual(['/posts', '/members/…/x', '/unlock/…', '/…']);
  });

  it('their own alone', async () => {
    await enter(club, both);
    const access = await newest();
    await club.addMember({ email: 'nora@example.org' });
    const token = await getToken(club, 'nora@example.org');
    const options = { token };
    expect((await club.call('GET', '/user/ghost-access', options)).body).toMatchObject({ total: 0 });
    for (const id of [access.id, '1', '00000000-0000-4000-8000-000000000000']) {
      expect((await club.call('GET', `/user/ghost-access/${id}`, options)).status).toBe(404);
      expect((await club.call('POST', `/user/ghost-access/${id}/end`, options)).status).toBe(404);
    }
    expect((await newest()).ended_by).toBeNull();
  });

  it('ends at their word: the next request is refused, and twice is as good as once', async () => {
    const token = await enter(club, both);
    const { id } = await newest();
    expect((await club.call('POST', `/user/ghost-access/${id}/end`, { token })).body.code).toBe(
      'forbidden_in_ghost_mode',
    );
    for (const _ of [1, 2]) {
      expect((await club.call('POST', `/user/ghost-access/${id}/end`, { token: own })).status).toBe(204);
    }
    expect((await club.call('GET', '/user/header', { token })).status).toBe(401);
    expect(await newest()).toMatchObject({ ended_by: 'member', ends_at: start.toISOString() });
    expect((await club.call('GET', '/user/header', { token: own })).status).toBe(200);
    const entries = (await club.db.select().from(auditLog)).filter(({ action }) => action === 'ghost.ended');
    expect(entries).toMatchObject([{ actorId: both.mia.id, userId: both.mia.id }]);
  });

  it('cannot be changed afterwards, in the database itself', async () => {
    const token = await enter(club, both);
    await look(token, '/dashboard');
    for (const statement of [
      `update ghost_requests set page = '/nothing'`,
      'delete from ghost_requests',
      'truncate ghost_requests',
      `update ghost_sessions set reason = 'something else entirely'`,
      `update ghost_sessions set ended_at = started_at, ended_reason = 'x', read_only = false`,
      'delete from ghost_sessions',
      'truncate ghost_sessions cascade',
    ]) {
      await expect(club.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { message: expect.stringContaining('is append-only') },
      });
    }
    await club.call('POST', '/ghost/leave', { token });
    const reopened = club.db.execute(sql`update ghost_sessions set ended_at = null, ended_reason = null`);
    await expect(reopened).rejects.toThrow();
    await expect(
      club.db.execute(sql`insert into ghost_sessions select gen_random_uuid(), actor_id, user_id, actor_name, reason,
        ticket_id, read_only, started_at, started_at + interval '31 minutes' from ghost_sessions`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('half_an_hour') } });
  });
});
