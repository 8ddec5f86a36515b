/** The search in the messages of the member's own conversations (docs/product/chat.md#conversations). */
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ChatConversations } from '../contract/chat-conversations';
import type { Queryable } from '../database/database';
import type { Language } from '../http/env';
import { queriesFor } from '../support/support';
import { wordsOf } from '../wallet/wallet';
import { chatMessages, chatParticipants } from './chat.tables';
import {
  type MessageRow,
  messageColumns,
  newestFirst,
  selectConversations,
  showConversation,
  showMessage,
} from './show-conversation';

interface Wanted {
  before?: string | undefined;
  limit: number;
}

/** More words than this find nothing better. */
const mostWords = 8;
/** How many messages are looked through one by one: at first, and once more if that has found some but too few. */
const depths = [1000, 10_000];

/**
 * Returns the member's messages that have every word, or words that begin so, the newest first, and their conversations.
 * It sends at most four statements, whatever it finds.
 */
export async function searchMessages(
  db: Queryable,
  userId: number,
  { q, before, limit }: Wanted & { q: string },
  language: Language,
): Promise<ChatConversations> {
  const words = wordsToFind(q);
  const rows = words.length === 0 ? [] : await findMessages(db, userId, words, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const ids = [...new Set(page.map(({ conversationId }) => conversationId))];
  const found =
    ids.length === 0
      ? []
      : await selectConversations(db, userId)
          .where(and(eq(chatParticipants.userId, userId), inArray(chatParticipants.conversationId, ids)))
          .orderBy(newestFirst);
  const byId = new Map(found.map((one) => [one.talk.id, one]));
  return {
    data: found.map((one) => showConversation(one, language)),
    hits: page.flatMap((message) => {
      const one = byId.get(message.conversationId);
      return one ? [showMessage(message, one, language)] : [];
    }),
    next_before: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/**
 * Returns the longest of the typed words. A word with which another one begins finds nothing more, and would
 * read a part of the index twice.
 */
function wordsToFind(typed: string): string[] {
  const words = [...new Set(wordsOf(typed))];
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);
}

/**
 * Finds common words among the newest messages, and rare ones by the index of words, which has to read every hit. Words
 * that none of the newest messages has are taken for rare.
 */
async function findMessages(db: Queryable, userId: number, words: string[], wanted: Wanted): Promise<MessageRow[]> {
  const queries = queriesFor(userId, words.join(' '));
  for (const depth of depths) {
    const rows = await findAmongNewest(db, userId, queries, depth, wanted);
    if (rows.length === wanted.limit) return rows;
    if (rows.length === 0) break;
  }
  // A large part of the index begins with the same letter.
  const long = words.filter((word) => [...word].length > 1);
  const short = words.filter((word) => !long.includes(word));
  const [indexed, others] = long.length > 0 ? [long, short] : [short, []];
  const besides = queriesFor(userId, others.join(' '));
  return findByWords(db, queriesFor(userId, indexed.join(' ')), besides, wanted);
}

const hasAll = (column: unknown, queries: SQL[]) => queries.map((query) => sql`${column} @@ ${query}`);

/** Looks through what the member wrote and what is for them, along an index each, and stops at the last wanted hit. */
function findAmongNewest(
  db: Queryable,
  userId: number,
  queries: SQL[],
  depth: number,
  { before, limit }: Wanted,
): Promise<MessageRow[]> {
  const { userId: author, toId, search } = chatMessages;
  const newestOf = (side: typeof author | typeof toId) =>
    db
      .select({ ...messageColumns, search })
      .from(chatMessages)
      .where(and(eq(side, userId), before ? lt(chatMessages.id, before) : undefined))
      .orderBy(desc(chatMessages.id))
      .limit(depth);
  const newest = unionAll(newestOf(author), newestOf(toId)).orderBy(desc(chatMessages.id)).limit(depth).as('newest');
  return db
    .select()
    .from(newest)
    .where(and(...hasAll(newest.search, queries)))
    .orderBy(desc(newest.id))
    .limit(limit);
}

/**
 * The words of a message begin with the numbers of its members, so a query finds only what the member may read. What
 * meets `besides` is looked for among the hits of the index.
 */
const findByWords = (db: Queryable, queries: SQL[], besides: SQL[], { before, limit }: Wanted): Promise<MessageRow[]> =>
  db
    .select(messageColumns)
    .from(chatMessages)
    .where(
      and(
        ...hasAll(chatMessages.search, queries),
        ...hasAll(sql`(${chatMessages.search} || '')`, besides),
        before ? lt(chatMessages.id, before) : undefined,
      ),
    )
    .orderBy(desc(chatMessages.id), desc(chatMessages.conversationId))
    .limit(limit);
