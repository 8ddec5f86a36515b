/** Seeds the notifications of the demo club's members. */
import { eq, inArray } from 'drizzle-orm';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { rowOf } from './notifications';
import { samples } from './notifications.seed-texts';
import { notifications } from './notifications.tables';

interface SeedCounts {
  unread: number;
  read: number;
  /** Index of the newest notification; 0 except for a member without plants. */
  newest?: number;
}

/** Anna has enough to turn pages in both lists. */
const pasts: Record<string, SeedCounts> = {
  'anna@example.org': { unread: 22, read: 37 },
  'ben@example.org': { unread: 4, read: 9 },
  'clara@example.org': { unread: 1, read: 0, newest: 8 },
  'greta@example.org': { unread: 3, read: 6 },
};

const hourMs = 60 * 60_000;
/** The hours between two notifications, in turn. */
const gaps = [3, 17, 26, 9, 41, 58];

/** Adds notifications to the demo accounts, dated relative to `now`. Does nothing for accounts that have some. */
export async function seedNotifications(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const members = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, Object.keys(pasts)));
    for (const { id, email } of members) {
      if ((await tx.$count(notifications, eq(notifications.userId, id))) > 0) continue;
      await tx.insert(notifications).values(rowsOf(id, pasts[email] as SeedCounts, now));
    }
  });
}

/** Returns rows from the newest to the oldest. Read ones were read a quarter of an hour after they came. */
function rowsOf(userId: number, { unread, read, newest = 0 }: SeedCounts, now: Date) {
  let at = now.getTime() - hourMs / 2;
  return Array.from({ length: unread + read }, (_, index) => {
    const createdAt = new Date(at);
    at -= (gaps[index % gaps.length] ?? 0) * hourMs;
    const sample = samples[(newest + index) % samples.length] as (typeof samples)[number];
    const row = rowOf(uuidV7(createdAt), { ...sample(index), userId, now: createdAt });
    return index < unread ? row : { ...row, readAt: new Date(createdAt.getTime() + hourMs / 4) };
  });
}
