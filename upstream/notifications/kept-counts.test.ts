import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import type { Database } from '../database/database';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Club } from '../identity/identity.testing';
import { countNotifications, mark, markAllAsRead } from './notification-lists';
import { openTellingClub, tell } from './notifications.testing';

const now = new Date('2026-11-20T09:00:00Z');

/** Inserts rows in plain SQL. Every third one is read. */
const insert = (userId: number, number: number) => sql`
  insert into notifications (id, user_id, type, title, description, icon_class, status, read_at, created_at, updated_at)
  select gen_random_uuid(), ${userId}, 'growing.x', '{"en":"x","de":"x"}', '{"en":"x","de":"x"}', 'plant', 'info',
    case when number % 3 = 0 then now() end, now(), now()
  from generate_series(1, ${number}) as number`;

const marker = (userId: number) => ({ userId, now, ip: null, requestId: uuidV7(now) });

async function countRows(db: Database, userId: number): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from notification_counts where user_id = ${userId}`,
  );
  return rows[0]?.rows ?? 0;
}

/** Counts the notifications themselves. */
async function counted(db: Database, userId: number) {
  const { rows } = await db.execute(
    sql`select (count(*) - count(read_at))::int as unread_count, count(read_at)::int as read_count
      from notifications where user_id = ${userId}`,
  );
  return rows[0];
}

async function expectRight(db: Database, ...userIds: number[]): Promise<void> {
  for (const userId of userIds) expect(await countNotifications(db, userId)).toEqual(await counted(db, userId));
}

const openTwo = async (club: Club) => [
  (await club.addMember()).id,
  (await club.addMember({ email: 'noa@example.org' })).id,
];

describeOnEachDatabase('the kept counts of notifications', (open) => {
  it('follow whatever a client of the database does to the rows', async () => {
    const club = await openTellingClub(open);
    const { db } = club;
    const [mia = 0, noa = 0] = await openTwo(club);
    const steps = [
      insert(mia, 10),
      insert(noa, 4),
      sql`update notifications set read_at = now() where user_id = ${mia} and read_at is null`,
      sql`update notifications set read_at = null where user_id = ${noa}`,
      sql`update notifications set title = '{"en":"y","de":"y"}'`,
      sql`update notifications set user_id = ${noa} where user_id = ${mia} and id in (select id from notifications where user_id = ${mia} limit 2)`,
      sql`delete from notifications where read_at is not null`,
      insert(mia, 3),
    ];
    for (const step of steps) {
      await db.execute(step);
      await expectRight(db, mia, noa);
    }
    expect([await countRows(db, mia), await countRows(db, noa)]).toEqual([1, 1]);
    await db.execute(sql`truncate notifications`);
    await expectRight(db, mia, noa);
  });

  it('are undone with the transaction', async () => {
    const club = await openTellingClub(open);
    const [mia = 0] = await openTwo(club);
    await club.db.execute(insert(mia, 5));
    const undone = transaction(club.db, async (tx) => {
      await tx.execute(insert(mia, 7));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expectRight(club.db, mia);
  });

  it('go with their member', async () => {
    const club = await openTellingClub(open);
    const [mia = 0] = await openTwo(club);
    await club.db.execute(insert(mia, 5));
    await club.db.execute(sql`delete from users where id = ${mia}`);
    expect(await countRows(club.db, mia)).toBe(0);
  });
});

describeOnPostgres('many who change notifications of the same members at once', (open) => {
  it('neither wait for each other nor miscount', async () => {
    const club = await openTellingClub(open);
    const { db } = club;
    const members = await openTwo(club);
    const [mia = 0, noa = 0] = members;
    for (const member of members) await db.execute(insert(member, 30));
    const tellBoth = (order: number[]) =>
      transaction(db, async (tx) => {
        for (const userId of order) await tell({ ...club, db: tx }, { userId, now });
      });
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => tellBoth(at % 2 ? [mia, noa] : [noa, mia])),
      ...Array.from({ length: 5 }, () => markAllAsRead(db, marker(mia), now)),
      db.execute(sql`delete from notifications where user_id = ${noa} and read_at is not null`),
    ]);
    await expectRight(db, mia, noa);
    const id = (await tell(club, { userId: mia, now })) ?? '';
    await mark(db, marker(mia), id, 'read');
    await expectRight(db, mia, noa);
    expect(await countRows(db, mia)).toBe(1);
  });

  it('pass a transaction that goes on', async () => {
    const club = await openTellingClub(open);
    const [mia = 0] = await openTwo(club);
    await club.db.execute(insert(mia, 3));
    const client = await club.db.$client.connect();
    await client.query('begin');
    await drizzle({ client }).execute(insert(mia, 3));
    await club.db.execute(insert(mia, 3));
    await expectRight(club.db, mia);
    await client.query('commit');
    client.release();
    await expectRight(club.db, mia);
  });
});
