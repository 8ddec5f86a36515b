/** What members do in their conversations besides writing: read, mute, block. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { broadcastNow, channelOfConversation, channelOfUser, reauthorizeAfter } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { NotFound } from '../http/problems';
import { chatCounts, chatParticipants } from './chat.tables';
import { tellMembers } from './new-messages';
import { isUuid } from './show-conversation';
import { type Acting, lockConversation, sendMessage, type WritingDeps } from './write';

/** A message locks the counts of its members before their sides, so all that changes sides does. */
const lockCounts = (tx: Tx, userId: number) =>
  tx.select({ userId: chatCounts.userId }).from(chatCounts).where(eq(chatCounts.userId, userId)).for('no key update');

const isSide = (userId: number, id: string) =>
  and(eq(chatParticipants.userId, userId), eq(chatParticipants.conversationId, id));

/**
 * Marks the messages up to one as read. Later ones stay unread, whenever they come.
 * @throws NotFound for the conversations of others, and for messages of other conversations
 */
export async function markAsRead(
  { db, broadcaster }: WritingDeps,
  id: string,
  upTo: string,
  { userId, socketId }: Acting,
): Promise<void> {
  if (!isUuid(id)) throw new NotFound();
  const { rows } = await db.execute<{
    known: boolean;
    marked: boolean;
    may_read: boolean;
    new_messages: number;
    newest: string | null;
  }>(sql`select * from chat_mark_as_read(${userId}, ${id}, ${upTo})`);
  const [done] = rows;
  if (!done?.known) throw new NotFound();
  if (!done.marked) return;
  const except = socketId && { socketId };
  const { chatRead, chatUpdated } = realtimeNames.events;
  const counts = { unread_count: done.new_messages, unread_message_conversation_id: done.newest };
  // Who may not read the chat is told nothing of it.
  if (done.may_read) {
    const data = { conversation_id: id, ...counts };
    broadcastNow(broadcaster, { channels: [channelOfUser(userId)], event: chatUpdated, data, ...except });
  }
  // As messages have it: the other side compares it with their ids.
  const data = { user_id: userId, last_read_id: upTo.toLowerCase() };
  const channels = [channelOfConversation(id)];
  broadcastNow(broadcaster, { channels, event: chatRead, data, ...except });
}

/** Lets the header count only what comes after. Does nothing if nothing is new. */
export async function markAllAsSeen({ db, broadcaster }: WritingDeps, { userId, socketId }: Acting): Promise<void> {
  const { rows } = await db.execute<{ seen: boolean }>(sql`select chat_notice_all(${userId}) as seen`);
  if (!rows[0]?.seen) return;
  // If a message came since, its own event has the newer count.
  broadcastNow(broadcaster, {
    channels: [channelOfUser(userId)],
    event: realtimeNames.events.chatUpdated,
    data: { conversation_id: null, unread_count: 0, unread_message_conversation_id: null },
    ...(socketId && { socketId }),
  });
}

/** Takes a conversation out of the header's count, or back. @throws NotFound */
export async function mute(deps: WritingDeps, id: string, muted: boolean, acting: Acting): Promise<void> {
  const { userId, now, socketId } = acting;
  await transaction(deps.db, async (tx) => {
    await lockCounts(tx, userId);
    const [side] = isUuid(id)
      ? await tx.select().from(chatParticipants).where(isSide(userId, id)).for('no key update')
      : [];
    if (!side) throw new NotFound();
    if ((side.mutedAt !== null) === muted) return;
    await tx
      .update(chatParticipants)
      .set({ mutedAt: muted ? now : null })
      .where(isSide(userId, id));
    await tellMembers(tx, deps, [userId], id, { socketId });
  });
}

/**
 * Blocks the other member, or lifts that. Both leave the open conversation, and enter it again once they may.
 * @throws NotFound also for the club
 */
export async function block(deps: WritingDeps, id: string, blocked: boolean, acting: Acting): Promise<void> {
  const { userId, now, ip, requestId, socketId } = acting;
  await transaction(deps.db, async (tx) => {
    const { talk, side, otherSide } = await lockConversation(tx, userId, id);
    if (talk.kind === 'club' || !otherSide) throw new NotFound();
    if ((side.blockedAt !== null) === blocked) return;
    await tx
      .update(chatParticipants)
      .set({ blockedAt: blocked ? now : null })
      .where(isSide(userId, id));
    const action = blocked ? 'chat.blocked' : 'chat.unblocked';
    const detail = { conversation: id, other: otherSide.userId };
    await writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId, detail });
    await tellMembers(tx, deps, [userId], id, { socketId });
    if (!blocked) return;
    for (const one of [userId, otherSide.userId]) reauthorizeAfter(tx, deps.broadcaster, one);
  });
}

/** The members of a conversation, for a step of the staff. */
export const listSides = (tx: Tx, id: string) =>
  tx
    .select({ userId: chatParticipants.userId })
    .from(chatParticipants)
    .where(eq(chatParticipants.conversationId, id))
    .orderBy(asc(chatParticipants.userId));

/** Reads and answers as a member of the demo club, for its simulator. */
export async function answerAsMember(
  deps: WritingDeps,
  id: string,
  userId: number,
  body: string,
  now: Date,
): Promise<void> {
  const acting: Acting = { userId, ip: null, requestId: 'demo', language: 'en', now };
  const { message } = await sendMessage(deps, id, { message: body, client_id: randomUUID() }, acting);
  await markAsRead(deps, id, message.id, acting);
}
