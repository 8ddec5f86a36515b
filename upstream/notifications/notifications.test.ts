import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listNotifications as listCall } from '../contract/notifications';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { uuidV7 } from '../database/uuid-v7';
import { openMember, openTellingClub, tell } from './notifications.testing';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describeOnEachDatabase('a member’s notifications', (open) => {
  it('are Laravel’s, in the language of the request', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    const now = minutesAgo(3);
    const id = await tell(club, { userId: mia.id, now });
    const page = await mia.list('unread');
    expect(page.data).toEqual([
      {
        id,
        type: 'growing.stage_begun',
        data: {
          title: 'Plant 1 in flower',
          description: 'In house 3.',
          class: 'plant',
          status: 'info',
          url: '/growing',
        },
        read_at: null,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    ]);
    expect(listCall.responses[200].content['application/json'].schema.parse(page)).toEqual(page);
    const [german] = (await mia.list('unread', '', 'de')).data;
    expect(german?.data).toMatchObject({ title: 'Pflanze 1 blüht', description: 'In Haus 3.' });
  });

  it('come in pages of 15, newest first, and the header counts them', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    expect(await mia.list('unread')).toMatchObject({ data: [], from: null, to: null, total: 0, next_page_url: null });
    expect(await mia.counts()).toEqual({ unread_count: 0, read_count: 0 });
    for (let number = 1; number <= 32; number++) {
      await tell(club, { userId: mia.id, now: minutesAgo(100 - number) }, number);
    }
    const numbers: (string | undefined)[] = [];
    for (const [page, from, to] of [
      [1, 1, 15],
      [2, 16, 30],
      [3, 31, 32],
    ]) {
      const list = await mia.list('unread', `?page=${page}`);
      expect(list).toMatchObject({ current_page: page, from, to, total: 32, per_page: 15, last_page: 3 });
      expect(list.next_page_url === null).toBe(page === 3);
      numbers.push(...list.data.map(({ data }) => data.title.match(/\d+/)?.[0]));
    }
    expect(numbers).toEqual(Array.from({ length: 32 }, (_, index) => String(32 - index)));
    expect((await mia.list('unread', '?page=9')).data).toEqual([]);
    expect((await mia.list('unread', '?per_page=100')).data).toHaveLength(32);
    expect(await mia.counts()).toEqual({ unread_count: 32, read_count: 0 });
    expect((await club.call('GET', '/user/notifications/unread?page=0', { token: mia.token })).status).toBe(422);
    expect((await club.call('GET', '/user/notifications/some', { token: mia.token })).status).toBe(422);
    expect((await club.call('GET', '/user/notifications/unread')).status).toBe(401);
  });

  it('go to the other list and back, with an audit row for what changed', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    const id = await tell(club, { userId: mia.id });
    expect([await mia.mark(id, 'read'), await mia.mark(id, 'read')]).toEqual([204, 204]);
    const [read] = (await mia.list('read')).data;
    expect(read).toMatchObject({ id, read_at: expect.any(String) });
    expect(await mia.counts()).toEqual({ unread_count: 0, read_count: 1 });
    expect(await mia.mark(id, 'unread')).toBe(204);
    expect((await mia.list('unread')).data).toMatchObject([{ id, read_at: null }]);
    const audited = await club.db.select().from(auditLog).where(eq(auditLog.userId, mia.id)).orderBy(auditLog.id);
    const rows = audited.filter(({ action }) => action.startsWith('notification'));
    expect(rows.map(({ action, actorId, detail }) => [action, actorId, detail])).toEqual([
      ['notification.read', mia.id, { id }],
      ['notification.unread', mia.id, { id }],
    ]);
  });

  it('of others do not exist', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    const noa = await openMember(club, 'noa@example.org');
    const id = await tell(club, { userId: noa.id });
    for (const unknown of [id, uuidV7(new Date()), '7', 'null']) {
      expect([unknown, await mia.mark(unknown, 'read'), await mia.mark(unknown, 'unread')]).toEqual([
        unknown,
        404,
        404,
      ]);
    }
    await mia.markAll(new Date());
    expect(await noa.counts()).toEqual({ unread_count: 1, read_count: 0 });
    expect((await mia.list('unread')).total).toBe(0);
  });

  it('are marked all at once as they were shown; what came later stays unread', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    const shownAt = minutesAgo(5);
    await tell(club, { userId: mia.id, now: minutesAgo(9) }, 1);
    await tell(club, { userId: mia.id, now: shownAt }, 2);
    const late = await tell(club, { userId: mia.id, now: new Date(shownAt.getTime() + 1) }, 3);
    expect((await mia.markAll(shownAt)).status).toBe(204);
    expect((await mia.list('unread')).data.map((item) => item.id)).toEqual([late]);
    expect(await mia.counts()).toEqual({ unread_count: 1, read_count: 2 });
    const again = await mia.markAll(shownAt);
    expect(again.status).toBe(204);
    const audited = await club.db
      .select({ detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.userId, mia.id), eq(auditLog.action, 'notifications.read')));
    expect(audited).toEqual([{ detail: { count: 2 } }]);
    for (const body of [
      {},
      { before: 'yesterday' },
      { before: '0000-01-01T00:00:00Z' },
      { before: shownAt.toISOString(), all: true },
    ]) {
      const refused = await club.post('/user/notifications/mark-as-read', body, { token: mia.token });
      expect(refused.status).toBe(422);
    }
  });
});
