/** The member's conversations as a list. */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { ChatConversations } from '../contract/chat-conversations';
import type { Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import type { Language } from '../http/env';
import { chatParticipants } from './chat.tables';
import { newestFirst, selectConversations, showConversation } from './show-conversation';

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
  const found = await (before
    ? selectPage(db, limit + 1, { userId, before })
    : selectNewest(db).execute({ userId, limit: limit + 1 }));
  const page = found.slice(0, limit);
  return {
    data: page.map((one) => showConversation(one, language)),
    hits: null,
    next_before: found.length > limit ? (page.at(-1)?.side.activeId ?? null) : null,
  };
}

const selectPage = (db: Queryable, limit: number, { userId, before }: { userId: number; before: string }) =>
  selectConversations(db, userId)
    .where(and(eq(chatParticipants.userId, userId), lt(chatParticipants.activeId, before)))
    .orderBy(newestFirst)
    .limit(limit);

/** The first page, which stands beside each conversation. */
const userId = sql.placeholder('userId');
const selectNewest = prepared((db) =>
  selectConversations(db, userId)
    .where(eq(chatParticipants.userId, userId))
    .orderBy(newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('chat_conversations'),
);
