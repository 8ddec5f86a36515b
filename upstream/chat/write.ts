/** What members write: new messages (docs/product/chat.md#messages). */
import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { ChatMessage } from '../contract/chat-messages';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { earliestUuidV7, uuidV7After } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { Conflict, Forbidden, NotFound, TooManyAttempts } from '../http/problems';
import { searchable } from '../support/support';
import { chatConversations, chatMessages, chatParticipants } from './chat.tables';
import { textsIn } from './chat.texts';
import { tellConversation, tellMembers } from './new-messages';
import {
  canWrite,
  type FoundTalk,
  findConversation,
  isUuid,
  type MessageRow,
  messageColumns,
  showMessage,
} from './show-conversation';

export type WritingDeps = Pick<Deps, 'db' | 'broadcaster'>;

/** The member who acts, and what of the request the steps need. */
export interface Acting {
  userId: number;
  ip: string | null;
  requestId: string;
  language: Language;
  now: Date;
  /** The tab that acted does not hear of it. */
  socketId?: string | undefined;
}

/** Messages of one member in any 60 seconds. */
const mostInMinute = 20;
const minuteMs = 60_000;

/** What one member writes comes one after the other, so that it can be counted. */
export const lockWriter = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('chat.writer'), ${userId}::int)`);

/**
 * Locks a conversation of the member and returns it. Messages, blocks and closings of one conversation wait for each
 * other.
 * @throws NotFound
 */
export async function lockConversation(tx: Tx, userId: number, id: string): Promise<FoundTalk> {
  if (!isUuid(id)) throw new NotFound();
  await tx
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .innerJoin(
      chatParticipants,
      and(eq(chatParticipants.conversationId, chatConversations.id), eq(chatParticipants.userId, userId)),
    )
    .where(eq(chatConversations.id, id))
    .for('no key update', { of: chatConversations });
  const found = await findConversation(tx, userId, id);
  if (!found) throw new NotFound();
  return found;
}

/**
 * Writes a message. The same `client_id` writes it once, and returns what it became since.
 * @throws NotFound; Forbidden `cannot_write`; Conflict `conversation_closed`; TooManyAttempts
 */
export async function sendMessage(
  deps: WritingDeps,
  id: string,
  wanted: { message: string; client_id: string },
  acting: Acting,
): Promise<{ message: ChatMessage; isRepeated: boolean }> {
  const { userId, now, language } = acting;
  return transaction(deps.db, async (tx) => {
    await lockWriter(tx, userId);
    const found = await lockConversation(tx, userId, id);
    const earlier = await findByClientId(tx, found, userId, wanted.client_id);
    if (earlier) return { message: showMessage(earlier, found, language), isRepeated: true };
    requireWritable(found, language);
    await requireAllowance(tx, userId, now);
    const row = await addMessage(
      tx,
      found,
      { author: 'member', userId, body: wanted.message, clientId: wanted.client_id },
      now,
    );
    const message = showMessage(row, found, language);
    await tellOfMessage(tx, deps, found, message, userId, acting.socketId);
    return { message, isRepeated: false };
  });
}

/** Tells both sides and the open pages of a new message. `authorId` is null for the club. */
export async function tellOfMessage(
  tx: Tx,
  deps: Pick<Deps, 'broadcaster'>,
  { talk, side, otherSide }: FoundTalk,
  message: ChatMessage,
  authorId: number | null,
  socketId?: string,
): Promise<void> {
  const sides = otherSide ? [side, otherSide] : [side];
  const newTo = sides
    .filter(({ userId, mutedAt }) => userId !== authorId && mutedAt === null)
    .map(({ userId }) => userId);
  const told = sides.map(({ userId }) => userId);
  await tellMembers(tx, deps, told, talk.id, { message, newTo, socketId });
  tellConversation(tx, deps, talk.id, 'chatMessage', { message }, socketId);
}

interface NewMessage {
  author: MessageRow['author'];
  userId: number;
  body: string;
  clientId?: string;
  staffId?: number;
}

/** Adds a message to a locked conversation. */
export async function addMessage(
  tx: Tx,
  { talk }: Pick<FoundTalk, 'talk'>,
  wanted: NewMessage,
  now: Date,
): Promise<MessageRow> {
  const [added] = await tx
    .insert(chatMessages)
    .values({
      conversationId: talk.id,
      id: uuidV7After(talk.lastMessageId, now),
      ...wanted,
      createdAt: now,
      search: searchable(sidesOf(talk), wanted.body),
      // The trigger counts.
      position: 0,
      written: 0,
    })
    .returning(messageColumns);
  if (!added) throw new Error('The message was not written.');
  return added;
}

export const sidesOf = ({ userId, otherId }: FoundTalk['talk']): number[] =>
  otherId === null ? [userId] : [userId, otherId];

async function findByClientId(
  tx: Tx,
  { talk }: FoundTalk,
  userId: number,
  clientId: string,
): Promise<MessageRow | undefined> {
  const { conversationId, userId: author, clientId: client } = chatMessages;
  const [found] = await tx
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(conversationId, talk.id), eq(author, userId), eq(client, clientId)));
  return found;
}

/** @throws Forbidden `cannot_write`; Conflict `conversation_closed` */
export function requireWritable(found: FoundTalk, language: Language): void {
  if (found.talk.closedAt) throw new Conflict('conversation_closed', textsIn(language).closed);
  if (!canWrite(found)) throw new Forbidden('cannot_write', textsIn(language).cannotWrite);
}

/** Counts what the locked writer wrote in the last minute, in all conversations. @throws TooManyAttempts */
async function requireAllowance(tx: Tx, userId: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - minuteMs);
  const { userId: author, id, createdAt } = chatMessages;
  const recent = await tx
    .select({ createdAt })
    .from(chatMessages)
    .where(
      and(eq(author, userId), gte(id, earliestUuidV7(since)), eq(chatMessages.author, 'member'), gt(createdAt, since)),
    )
    .orderBy(desc(id))
    .limit(mostInMinute);
  const first = recent[mostInMinute - 1];
  if (first) throw new TooManyAttempts(mostInMinute, new Date(first.createdAt.getTime() + minuteMs), now);
}
