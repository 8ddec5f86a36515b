import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import type { PersonalData } from '../database/personal-data';
import { notifications } from '../notifications/notifications.tables';
import { personalData } from '../personal-data';
import { openPrivacyClub, type PrivacyClub, unzip } from './privacy.testing';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes in use, in the heap and outside it. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the same kinds of data, with a call of `look` at every tenth page. */
function watched(look: () => void): PersonalData[] {
  let pages = 0;
  return personalData.map((data) => ({
    ...data,
    exports: data.exports.map((part) => ({
      ...part,
      rows: async (...asked) => {
        const rows = await part.rows(...asked);
        if (++pages % 10 === 0) look();
        return rows;
      },
    })),
  }));
}

/** Adds rows, half notifications and half audit rows, whose texts compress badly. */
async function addHistory({ db }: PrivacyClub, userId: number, rows: number): Promise<void> {
  const text = sql`md5(random()::text) || md5(random()::text) || md5(random()::text)`;
  await db.execute(sql`insert into ${notifications}
    (id, user_id, type, title, description, icon_class, status, created_at, updated_at)
    select gen_random_uuid(), ${userId}, 'club.note', jsonb_build_object('en', 'Note', 'de', 'Notiz'),
      jsonb_build_object('en', ${text}, 'de', ${text}), 'bell', 'info', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00Z'
    from generate_series(1, ${rows / 2}::int)`);
  await db.execute(sql`insert into ${auditLog} (at, actor_id, user_id, action, detail)
    select '2026-11-20T09:00:00Z', ${userId}, ${userId}, 'note', jsonb_build_object('text', ${text})
    from generate_series(1, ${rows / 2}::int)`);
}

describeOnEachDatabase('an export of a long history', (open) => {
  it('takes no more memory than one of a short one, and holds every row', { timeout: 240_000 }, async () => {
    let peak = 0;
    const look = () => (peak = Math.max(peak, liveBytes()));
    const club = await openPrivacyClub(open, { data: watched(look), worked: false });

    const measure = async (email: string, rows: number) => {
      const { id: userId } = await club.addMember({ email });
      await addHistory(club, userId, rows);
      const token = await club.bearer(email);
      const { id } = (await club.call('POST', '/user/export', { token })).body;
      const before = liveBytes();
      peak = before;
      await club.build(id);
      look();
      return { token, id, userId, growth: peak - before };
    };
    // A first run makes everything that is made only once.
    await measure('first@example.org', 1000);
    const short = await measure('short@example.org', 1000);
    const middle = await measure('middle@example.org', 10_000);
    const long = await measure('long@example.org', 50_000);

    const bytes = await (await club.file(long.token, long.id)).arrayBuffer();
    // Less than one chunk is not written, so it is held in memory. From one chunk on, memory use stays the same, but for
    // some MB that are not collected at once. The rows themselves would take over 20 MB more.
    expect(long.growth).toBeLessThan(middle.growth + 5_000_000);
    // With fifty times the rows, the additional memory is only a fraction even of the written file.
    expect(bytes.byteLength).toBeGreaterThan(5_000_000);
    expect(long.growth - short.growth).toBeLessThan(bytes.byteLength / 2);

    const files = unzip(bytes);
    const rowsOf = (name: string) => JSON.parse(files[name] ?? '').length;
    expect(rowsOf('notifications.json')).toBe(25_000);
    expect(rowsOf('history.json')).toBeGreaterThan(25_000);
    for (const name of ['notifications', 'history']) {
      expect(files[`${name}.csv`]?.split('\r\n').length).toBe(rowsOf(`${name}.json`) + 2);
    }
  });
});
