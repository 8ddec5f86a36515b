/** The private feed of a member: its secret address, and what it has. Rules: docs/product/news.md#feed. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NewsFeed } from '../contract/news';
import { writeAudit } from '../database/audit';
import type { Database } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Unauthenticated } from '../http/problems';
import { newToken, purposeKeys, seal, tokenHash, unseal } from '../keys';
import { users } from '../members/members.tables';
import { memberStillThere } from '../members/membership';
import { type FeedEntry, writeAtom } from './atom';
import { shownIn } from './columns';
import { newsFeeds } from './news.tables';

type FeedDeps = Pick<Deps, 'db' | 'config'>;
type FeedRow = typeof newsFeeds.$inferSelect;

interface Acting {
  userId: number;
  ip: string | null;
  requestId: string;
  now: Date;
}

/** How many posts a feed has. */
const newest = 30;

export async function findFeed(deps: FeedDeps, userId: number): Promise<NewsFeed | null> {
  const [feed] = await deps.db.select().from(newsFeeds).where(eq(newsFeeds.userId, userId));
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

const keysOf = ({ secrets }: Deps['config']) => purposeKeys(secrets, 'news-feed');
const contextOf = (userId: number) => `news feed of ${userId}`;

/** Gives the feed a new address. The old one ends at once. @throws Unauthenticated if the account is deleted meanwhile */
export async function renewFeed(deps: FeedDeps, { userId, ip, requestId, now }: Acting): Promise<NewsFeed> {
  const token = newToken();
  const address = {
    ...{ tokenHash: tokenHash(token), createdAt: now },
    sealedToken: seal(keysOf(deps.config), token, contextOf(userId)),
  };
  await transaction(deps.db, async (tx) => {
    if ((await tx.execute(memberStillThere(userId))).rows.length === 0) throw new Unauthenticated();
    await tx
      .insert(newsFeeds)
      .values({ userId, atomId: randomUUID(), ...address })
      .onConflictDoUpdate({ target: newsFeeds.userId, set: address });
    await writeAudit(tx, now, { action: 'news.feed_renewed', actorId: userId, userId, ip, requestId });
  });
  return { token, created_at: now.toISOString() };
}

/** Ends the address, if there is one. */
export async function endFeed({ db }: Pick<Deps, 'db'>, { userId, ip, requestId, now }: Acting): Promise<void> {
  await transaction(db, async (tx) => {
    const ended = await tx
      .delete(newsFeeds)
      .where(eq(newsFeeds.userId, userId))
      .returning({ userId: newsFeeds.userId });
    if (ended.length > 0)
      await writeAudit(tx, now, { action: 'news.feed_ended', actorId: userId, userId, ip, requestId });
  });
}

export interface FeedDocument {
  xml: string;
  /** When a list last changed, or the member's language, which the row tells; null as long as nothing was published. */
  changedAt: Date | null;
}

/** Returns the document behind a token; null unless it is that of a member who may read news. */
export async function findDocument({ db, config }: FeedDeps, token: string): Promise<FeedDocument | null> {
  const [found] = await db
    .select({ feed: newsFeeds, language: users.language, memberChangedAt: users.updatedAt })
    .from(newsFeeds)
    .innerJoin(users, eq(users.id, newsFeeds.userId))
    .where(
      and(
        eq(newsFeeds.tokenHash, tokenHash(token)),
        isNull(users.deletedAt),
        sql`'news.view' = any(${users.permissions})`,
      ),
    );
  if (!found) return null;
  const { entries, changedAt } = await listEntries(db, found.language);
  const { feed, language, memberChangedAt } = found;
  const about = { atomId: feed.atomId, language, changedAt: changedAt ?? feed.createdAt, token };
  const lastChange = changedAt && (changedAt < memberChangedAt ? memberChangedAt : changedAt);
  return { changedAt: lastChange, xml: writeAtom(config, about, entries) };
}

async function listEntries(
  db: Database,
  language: 'en' | 'de',
): Promise<{ entries: FeedEntry[]; changedAt: Date | null }> {
  const { rows } = await db.execute<{ entries: FeedEntry[]; changed_at: string | null }>(sql`
    select (select changed_at from news_stats) as changed_at, (
      select coalesce(json_agg(d order by d.published_at desc, d.id desc), '[]') from (
        select p.id, p.atom_id, p.title, p.teaser, p.body_html, p.language, p.category, p.published_at, p.updated_at
        from news_posts as p where ${shownIn(language)} order by p.published_at desc, p.id desc limit ${newest}
      ) as d) as entries`);
  const changedAt = rows[0]?.changed_at;
  return { entries: rows[0]?.entries ?? [], changedAt: changedAt ? new Date(changedAt) : null };
}
