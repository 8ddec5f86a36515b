/** The member's conversations as a list, and the search in their messages. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { ChatConversations } from '../contract/chat-conversations';
import type { Queryable } from '../database/database';
import type { Language } from '../http/env';
import { queriesFor } from '../support/support';
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

/** Returns a page of the member's conversations in one statement: those with the newest messages first. */
export async function listConversations(
  db: Queryable,
  userId: number,
  { before, limit }: Wanted,
  language: Language,
): Promise<ChatConversations> {
  const found = await selectConversations(db, userId)
    .where(and(eq(chatParticipants.userId, userId), before ? lt(chatParticipants.activeId, before) : undefined))
    .orderBy(newestFirst)
    .limit(limit + 1);
  const page = found.slice(0, limit);
  return {
    data: page.map((one) => showConversation(one, language)),
    hits: null,
    next_before: found.length > limit ? (page.at(-1)?.side.activeId ?? null) : null,
  };
}

/**
 * Returns the member's messages that have every word, or words that begin so, the newest first, and their conversations.
 * It sends two statements, whatever it finds.
 */
export async function searchMessages(
  db: Queryable,
  userId: number,
  { q, before, limit }: Wanted & { q: string },
  language: Language,
): Promise<ChatConversations> {
  const queries = queriesFor(userId, q);
  const rows = queries.length === 0 ? [] : await findMessages(db, queries, { before, limit: limit + 1 });
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

/** The words of a message begin with the numbers of its members, so a query finds only what the member may read. */
const findMessages = (
  db: Queryable,
  queries: ReturnType<typeof queriesFor>,
  { before, limit }: Wanted,
): Promise<MessageRow[]> =>
  db
    .select(messageColumns)
    .from(chatMessages)
    .where(
      and(
        ...queries.map((query) => sql`${chatMessages.search} @@ ${query}`),
        before ? lt(chatMessages.id, before) : undefined,
      ),
    )
    .orderBy(desc(chatMessages.id), desc(chatMessages.conversationId))
    .limit(limit);
