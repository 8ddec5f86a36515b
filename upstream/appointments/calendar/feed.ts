/** The private calendar of a member: its secret address, and what it has. Rules: docs/product/appointments-door.md#calendar. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { CalendarFeed } from '../../contract/appointments-feed';
import { writeAudit } from '../../database/audit';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Unauthenticated } from '../../http/problems';
import { newToken, purposeKeys, seal, tokenHash, unseal } from '../../keys';
import type { Caller } from '../../members/caller';
import { users } from '../../members/members.tables';
import { memberStillThere } from '../../members/membership';
import { appointmentFeeds } from './calendar.tables';
import { writeCalendar } from './calendar-file';
import { listEntries } from './entries';

type FeedDeps = Pick<Deps, 'db' | 'config'>;
type FeedRow = typeof appointmentFeeds.$inferSelect;

export interface Acting extends Pick<Caller, 'ip' | 'requestId' | 'now'> {
  userId: number;
}

export async function findFeed(deps: FeedDeps, userId: number): Promise<CalendarFeed | null> {
  const [feed] = await deps.db.select().from(appointmentFeeds).where(eq(appointmentFeeds.userId, userId));
  return feed ? { token: openToken(deps, feed), created_at: feed.createdAt.toISOString() } : null;
}

/** Returns null when the secret that sealed it is no longer configured. The address still works, and can be renewed. */
function openToken({ config }: FeedDeps, { userId, sealedToken }: FeedRow): string | null {
  try {
    return unseal(keysOf(config), sealedToken, contextOf(userId));
  } catch {
    return null;
  }
}

const keysOf = ({ secrets }: Deps['config']) => purposeKeys(secrets, 'appointment-feed');
const contextOf = (userId: number) => `calendar of ${userId}`;

/**
 * Gives the calendar a new address. The old one ends at once.
 * @throws Unauthenticated if the account is deleted meanwhile
 */
export async function renewFeed(deps: FeedDeps, { userId, ip, requestId, now }: Acting): Promise<CalendarFeed> {
  const token = newToken();
  const address = {
    ...{ tokenHash: tokenHash(token), createdAt: now },
    sealedToken: seal(keysOf(deps.config), token, contextOf(userId)),
  };
  await transaction(deps.db, async (tx) => {
    if ((await tx.execute(memberStillThere(userId))).rows.length === 0) throw new Unauthenticated();
    await tx
      .insert(appointmentFeeds)
      .values({ userId, ...address })
      .onConflictDoUpdate({ target: appointmentFeeds.userId, set: address });
    await writeAudit(tx, now, { action: 'appointment.feed_renewed', actorId: userId, userId, ip, requestId });
  });
  return { token, created_at: now.toISOString() };
}

/** Ends the address, if there is one. */
export async function endFeed({ db }: Pick<Deps, 'db'>, { userId, ip, requestId, now }: Acting): Promise<void> {
  await transaction(db, async (tx) => {
    const ended = await tx
      .delete(appointmentFeeds)
      .where(eq(appointmentFeeds.userId, userId))
      .returning({ userId: appointmentFeeds.userId });
    if (ended.length > 0)
      await writeAudit(tx, now, { action: 'appointment.feed_ended', actorId: userId, userId, ip, requestId });
  });
}

/** Returns the calendar behind a token; null unless it is that of a member who may see appointments. Two statements. */
export async function findCalendar({ db, config }: FeedDeps, token: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: users.id, language: users.language })
    .from(appointmentFeeds)
    .innerJoin(users, eq(users.id, appointmentFeeds.userId))
    .where(
      and(
        eq(appointmentFeeds.tokenHash, tokenHash(token)),
        isNull(users.deletedAt),
        sql`'appointment.view' = any(${users.permissions})`,
      ),
    );
  return found ? writeCalendar(config, await listEntries(db, found.userId), found.language) : null;
}
