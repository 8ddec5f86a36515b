import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { countNotifications, listNotifications, type Marker, mark, markAllAsRead } from './notification-lists';
import { notifications } from './notifications.tables';
import { openTellingClub, tell } from './notifications.testing';

const start = Date.UTC(2026, 10, 20, 9);
const at = (step: number) => new Date(start + step * 1000);
const marker = (userId: number, now: Date): Marker => ({ userId, now, ip: null, requestId: randomUUID() });

type Step =
  | { do: 'tell'; who: 0 | 1 }
  | { do: 'mark'; who: 0 | 1; nth: number; as: 'read' | 'unread' }
  | { do: 'mark all'; who: 0 | 1; ago: number };

const who = fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('tell' as const), who }),
  fc.record({
    do: fc.constant('mark' as const),
    who,
    nth: fc.nat(20),
    as: fc.constantFrom('read' as const, 'unread' as const),
  }),
  fc.record({ do: fc.constant('mark all' as const), who, ago: fc.nat(12) }),
);

describeOnEachDatabase('the counts of notifications', (open) => {
  it('are those of the lists, whatever is told and marked by two members', async () => {
    const club = await openTellingClub(open);
    const members = [await club.addMember(), await club.addMember({ email: 'noa@example.org' })];
    const run = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await club.db.delete(notifications);
      const model: { id: string; owner: number; told: number; isRead: boolean }[] = [];
      for (const [time, one] of steps.entries()) {
        const userId = members[one.who]?.id ?? 0;
        const own = model.filter(({ owner }) => owner === one.who);
        if (one.do === 'tell') {
          const id = await tell(club, { userId, now: at(time) });
          model.push({ id: id ?? '', owner: one.who, told: time, isRead: false });
        } else if (one.do === 'mark') {
          const target = own[one.nth % Math.max(1, own.length)];
          if (!target) continue;
          await mark(club.db, marker(userId, at(time)), target.id, one.as);
          target.isRead = one.as === 'read';
        } else {
          await markAllAsRead(club.db, marker(userId, at(time)), at(time - one.ago));
          for (const told of own) if (told.told <= time - one.ago) told.isRead = true;
        }
      }
      for (const [index, { id }] of members.entries()) {
        const idsOf = (isRead: boolean) =>
          model.filter((told) => told.owner === index && told.isRead === isRead).map((told) => told.id);
        const options = { page: 1, perPage: 100, language: 'en' as const };
        for (const kind of ['unread', 'read'] as const) {
          const { data, total } = await listNotifications(club.db, id, kind, options);
          expect(data.map((item) => item.id)).toEqual(idsOf(kind === 'read').reverse());
          expect(total).toBe(data.length);
        }
        expect(await countNotifications(club.db, id)).toEqual({
          unread_count: idsOf(false).length,
          read_count: idsOf(true).length,
        });
      }
    });
    await fc.assert(run, { numRuns: 20 });
  });
});

describeOnPostgres('marking all while more is told', (open) => {
  it('takes what was shown, once, and leaves what comes meanwhile', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember();
    for (let number = 0; number < 30; number++) await tell(club, { userId, now: at(number) });
    const before = at(29);
    const later = Array.from({ length: 20 }, (_, number) => tell(club, { userId, now: at(30 + number) }));
    const marking = Array.from({ length: 5 }, () => markAllAsRead(club.db, marker(userId, at(60)), before));
    await Promise.all([...later, ...marking]);
    expect(await countNotifications(club.db, userId)).toEqual({ unread_count: 20, read_count: 30 });
    const audited = await club.db.$client.query(
      "select (detail->>'count')::int as count from audit_log where action = 'notifications.read'",
    );
    expect(audited.rows).toEqual([{ count: 30 }]);
  });

  it('one notification marked by many at once changes once', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember();
    const id = (await tell(club, { userId })) ?? '';
    const marks = Array.from({ length: 10 }, () => mark(club.db, marker(userId, new Date()), id, 'read'));
    await Promise.all(marks);
    const audited = await club.db.$client.query("select 1 from audit_log where action = 'notification.read'");
    expect(audited.rowCount).toBe(1);
    expect(await club.db.$count(notifications, eq(notifications.userId, userId))).toBe(1);
  });
});
