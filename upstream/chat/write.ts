/** What members write: new messages (docs/product/chat.md#messages). */
import type { ChatMessage } from '../contract/chat-messages';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { earliestUuidV7, uuidV7After } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { Conflict, Forbidden, NotFound, TooManyAttempts } from '../http/problems';
import { textsIn } from './chat.texts';
import { tellConversation, tellMembers } from './new-messages';
import { canWrite, type FoundTalk, findConversation, isUuid, type MessageRow, showMessage } from './show-conversation';
import { listWords } from './words';
import { insertMessage, selectEarlier, takeConversationLock, takeWriterLock } from './write-statements';

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
export const lockWriter = (tx: Tx, userId: number) => takeWriterLock(tx).execute({ userId });

/**
 * Locks a conversation of the member and returns it. Messages, blocks and closings of one conversation wait for each
 * other.
 * @throws NotFound
 */
export async function lockConversation(tx: Tx, userId: number, id: string): Promise<FoundTalk> {
  if (!isUuid(id)) throw new NotFound();
  await takeConversationLock(tx).execute({ id, userId });
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
    const { earlier, limitedSince } = await findEarlier(tx, id, userId, wanted.client_id, now);
    if (earlier) return { message: showMessage(earlier, found, language), isRepeated: true };
    requireWritable(found, language);
    if (limitedSince) throw new TooManyAttempts(mostInMinute, new Date(limitedSince.getTime() + minuteMs), now);
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
  const id = uuidV7After(talk.lastMessageId, now);
  const [added] = await insertMessage(tx).execute({
    ...{ staffId: null, clientId: null, ...wanted },
    ...{ conversationId: talk.id, id, createdAt: now },
    words: listWords(sidesOf(talk), id, wanted.body),
  });
  if (!added) throw new Error('The message was not written.');
  return added;
}

export const sidesOf = ({ userId, otherId }: FoundTalk['talk']): number[] =>
  otherId === null ? [userId] : [userId, otherId];

/** @throws Forbidden `cannot_write`; Conflict `conversation_closed` */
export function requireWritable(found: FoundTalk, language: Language): void {
  if (found.talk.closedAt) throw new Conflict('conversation_closed', textsIn(language).closed);
  if (!canWrite(found)) throw new Forbidden('cannot_write', textsIn(language).cannotWrite);
}

/**
 * Returns the message that the locked writer has written with this id, and since when they have written as many messages
 * as one may in a minute, in all conversations.
 */
async function findEarlier(tx: Tx, id: string, userId: number, clientId: string, now: Date) {
  const since = new Date(now.getTime() - minuteMs);
  const [found] = await selectEarlier(tx).execute({
    ...{ id, userId, clientId, firstId: earliestUuidV7(since), since: since.toISOString(), before: mostInMinute - 1 },
  });
  if (!found) throw new Error('The statement answers one row.');
  return found;
}
