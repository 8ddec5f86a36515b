/** The member's conversations as a list. */
import { and, eq, lt } from 'drizzle-orm';
import type { ChatConversations } from '../contract/chat-conversations';
import type { Queryable } from '../database/database';
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
