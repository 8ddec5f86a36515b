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
    : selectNewest(limit + 1)(db).execute({ userId }));
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

/** The first page, which stands beside each conversation. The limit is part of its plan, so each has a statement. */
function selectNewest(limit: number) {
  const known = newest.get(limit) ?? prepareNewest(limit);
  newest.set(limit, known);
  return known;
}

const newest = new Map<number, ReturnType<typeof prepareNewest>>();
const userId = sql.placeholder('userId');
const prepareNewest = (limit: number) =>
  prepared((db) =>
    selectConversations(db, userId)
      .where(eq(chatParticipants.userId, userId))
      .orderBy(newestFirst)
      .limit(limit)
      .prepare(`chat_conversations_${limit}`),
  );
