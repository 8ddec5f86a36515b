/** What authors do with their messages: change and delete them (docs/product/chat.md#messages). */
import { and, eq, sql } from 'drizzle-orm';
import type { ChatMessage } from '../contract/chat-messages';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { Conflict, NotFound } from '../http/problems';
import { asSearchable } from '../support/support';
import { chatMessages } from './chat.tables';
import { textsIn } from './chat.texts';
import { tellConversation, tellMembers } from './new-messages';
import {
  editableUntil,
  type FoundTalk,
  isUuid,
  type MessageRow,
  messageColumns,
  showMessage,
} from './show-conversation';
import { listWords } from './words';
import { type Acting, lockConversation, requireWritable, sidesOf, type WritingDeps } from './write';

/**
 * Changes a message of the member for 15 minutes.
 * @throws NotFound; Forbidden `cannot_write`; Conflict `conversation_closed`, `message_deleted`, `too_late`
 */
export async function editMessage(
  deps: WritingDeps,
  id: string,
  messageId: string,
  body: string,
  acting: Acting,
): Promise<ChatMessage> {
  const { userId, now, language } = acting;
  return transaction(deps.db, async (tx) => {
    const found = await lockConversation(tx, userId, id);
    const message = await getOwn(tx, found, userId, messageId);
    if (message.body === body) return showMessage(message, found, language);
    requireWritable(found, language);
    if (message.deletedAt) throw new Conflict('message_deleted', textsIn(language).deleted);
    if (now > editableUntil(message)) throw new Conflict('too_late', textsIn(language).tooLate);
    // A request may have begun before the message or its last change was written.
    const editedAt = new Date(Math.max(now.getTime(), message.createdAt.getTime(), message.editedAt?.getTime() ?? 0));
    const set = { body, search: asSearchable(sql.param(listWords(sidesOf(found.talk), message.id, body))), editedAt };
    return change(tx, deps, found, message, set, acting);
  });
}

/** Deletes a message of the member with its text. Does nothing if it is deleted. @throws NotFound */
export async function deleteMessage(deps: WritingDeps, id: string, messageId: string, acting: Acting): Promise<void> {
  const { userId, now } = acting;
  await transaction(deps.db, async (tx) => {
    const found = await lockConversation(tx, userId, id);
    const message = await getOwn(tx, found, userId, messageId);
    if (!message.deletedAt)
      await change(tx, deps, found, message, { body: null, search: null, deletedAt: now }, acting);
  });
}

async function change(
  tx: Tx,
  deps: WritingDeps,
  found: FoundTalk,
  { id }: MessageRow,
  set: Partial<typeof chatMessages.$inferInsert>,
  { language, socketId }: Acting,
): Promise<ChatMessage> {
  const { talk, side, otherSide } = found;
  const [changed] = await tx
    .update(chatMessages)
    .set(set)
    .where(and(eq(chatMessages.conversationId, talk.id), eq(chatMessages.id, id)))
    .returning(messageColumns);
  if (!changed) throw new Error(`Message ${id} is gone.`);
  const message = showMessage(changed, found, language);
  tellConversation(tx, deps, talk.id, 'chatMessageUpdated', { message }, socketId);
  const told = otherSide ? [side.userId, otherSide.userId] : [side.userId];
  if (id === talk.lastMessageId) await tellMembers(tx, deps, told, talk.id, { socketId });
  return message;
}

/** @throws NotFound for messages of others, as for what is not there */
async function getOwn(tx: Tx, { talk }: FoundTalk, userId: number, messageId: string): Promise<MessageRow> {
  const [message] = isUuid(messageId)
    ? await tx
        .select(messageColumns)
        .from(chatMessages)
        .where(
          and(
            eq(chatMessages.conversationId, talk.id),
            eq(chatMessages.id, messageId),
            eq(chatMessages.userId, userId),
          ),
        )
    : [];
  if (message?.author !== 'member') throw new NotFound();
  return message;
}
