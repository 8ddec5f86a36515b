/** What the members of the demo club find in their bells. */
import { eq, inArray } from 'drizzle-orm';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { users } from '../identity/identity.tables';
import { rowOf } from './notifications';
import { tellings } from './notifications.seed-texts';
import { notifications } from './notifications.tables';

interface Past {
  unread: number;
  read: number;
  /** Index of the newest telling; 0 unless somebody has no plants yet. */
  newest?: number;
}

/** Enough for Anna to turn pages in both lists. */
const pasts: Record<string, Past> = {
  'anna@example.org': { unread: 22, read: 37 },
  'ben@example.org': { unread: 4, read: 9 },
  'clara@example.org': { unread: 1, read: 0, newest: 8 },
  'greta@example.org': { unread: 3, read: 6 },
};

const hourMs = 60 * 60_000;
/** The hours between one telling and the one before it, in turn. */
const gaps = [3, 17, 26, 9, 41, 58];

/** Gives the demo accounts a past in notifications, relative to `now`; does nothing once they have one. */
export async function seedNotifications(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const members = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, Object.keys(pasts)));
    for (const { id, email } of members) {
      if ((await tx.$count(notifications, eq(notifications.userId, id))) > 0) continue;
      await tx.insert(notifications).values(rowsOf(id, pasts[email] as Past, now));
    }
  });
}

/** From the newest back; what is read was read a quarter of an hour after it came. */
function rowsOf(userId: number, { unread, read, newest = 0 }: Past, now: Date) {
  let at = now.getTime() - hourMs / 2;
  return Array.from({ length: unread + read }, (_, index) => {
    const createdAt = new Date(at);
    at -= (gaps[index % gaps.length] ?? 0) * hourMs;
    const telling = tellings[(newest + index) % tellings.length] as (typeof tellings)[number];
    const row = rowOf(uuidV7(createdAt), { ...telling(index), userId, now: createdAt });
    return index < unread ? row : { ...row, readAt: new Date(createdAt.getTime() + hourMs / 4) };
  });
}
