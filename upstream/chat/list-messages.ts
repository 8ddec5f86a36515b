/** The messages of a conversation, read along its index from any place. */
import { and, asc, desc, eq, gt, lt, lte } from 'drizzle-orm';
import type { ChatMessages } from '../contract/chat-messages';
import type { Queryable } from '../database/database';
import type { Language } from '../http/env';
import { NotFound } from '../http/problems';
import { chatMessages } from './chat.tables';
import { findConversation, type MessageRow, messageColumns, showMessage } from './show-conversation';

interface Place {
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
  limit: number;
}

/**
 * Returns the newest messages, or those before, after or around a place, the oldest first. It sends two statements,
 * around a place three.
 * @throws NotFound
 */
export async function listMessages(
  db: Queryable,
  userId: number,
  id: string,
  place: Place,
  language: Language,
): Promise<ChatMessages> {
  const found = await findConversation(db, userId, id);
  if (!found) throw new NotFound();
  const { talk } = found;
  const rows = await read(db, talk.id, place);
  const [first, last] = [rows[0], rows.at(-1)];
  const isBefore = place.before !== undefined;
  return {
    data: rows.map((row) => showMessage(row, found, language)),
    // Positions have no gaps.
    has_older: first ? first.position > 1 : !isBefore && talk.messages > 0,
    has_newer: last ? last.position < talk.messages : isBefore && talk.messages > 0,
  };
}

async function read(db: Queryable, id: string, { before, after, around, limit }: Place): Promise<MessageRow[]> {
  if (after !== undefined) return readAfter(db, id, after, limit);
  if (around === undefined) return readBefore(db, id, before && lt(chatMessages.id, before), limit);
  const older = await readBefore(db, id, lte(chatMessages.id, around), Math.ceil(limit / 2));
  return [...older, ...(await readAfter(db, id, around, limit - older.length))];
}

const readAfter = (db: Queryable, id: string, after: string, limit: number): Promise<MessageRow[]> =>
  db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.conversationId, id), gt(chatMessages.id, after)))
    .orderBy(asc(chatMessages.id))
    .limit(limit);

async function readBefore(
  db: Queryable,
  id: string,
  isBefore: ReturnType<typeof lt> | '' | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.conversationId, id), isBefore || undefined))
    .orderBy(desc(chatMessages.id))
    .limit(limit);
  return rows.reverse();
}
