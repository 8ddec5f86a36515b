/** The search in the messages of the member's own conversations (docs/product/chat.md#conversations). */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ChatConversations } from '../contract/chat-conversations';
import type { Queryable } from '../database/database';
import type { Language } from '../http/env';
import { wordsToFind } from '../support/support';
import { chatParticipants } from './chat.tables';
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

/**
 * Returns the member's messages that have every word, or words that begin so, the newest first, and their conversations.
 * It sends at most two statements, whatever it finds.
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

/** Asks the index of words. A large part of it begins with the same letter, so such words are looked for among the hits. */
function findMessages(
  db: Queryable,
  userId: number,
  words: string[],
  { before, limit }: Wanted,
): Promise<MessageRow[]> {
  const long = words.filter((word) => [...word].length > 1);
  const [indexed, besides] = long.length > 0 ? [long, words.filter((word) => !long.includes(word))] : [words, []];
  const hits = db.$with('hits', messageColumns).as(sql`
    select * from chat_search(${userId}, ${sql.param(indexed)}, ${sql.param(besides)}, ${before ?? null}, ${limit})`);
  return db.with(hits).select().from(hits).orderBy(desc(hits.id));
}
