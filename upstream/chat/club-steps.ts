/** What the staff do in the chat, as a contact of the club (docs/staff.md#chat). */
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { reauthorizeAfter } from '../broadcasting/broadcaster';
import { ChatText } from '../contract/chat-messages';
import type { Queryable, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { chatConversations, chatMessages } from './chat.tables';
import { listSides } from './member-steps';
import { tellConversation, tellMembers } from './new-messages';
import { findContact, type Named, namedColumns } from './people';
import {
  findConversation,
  isUuid,
  type MessageRow,
  messageColumns,
  showMessage,
  type TalkRow,
} from './show-conversation';
import { addMessage, tellOfMessage, type WritingDeps } from './write';

/** What the chat refuses to the staff. The message is for the person at the command line. */
export class ChatRefused extends Error {
  override name = 'ChatRefused';
}

/** Locks a conversation, with `contact` only one of that contact. @throws ChatRefused */
export async function lockForStaff(tx: Tx, id: string, contact?: string): Promise<TalkRow> {
  const [talk] = isUuid(id)
    ? await tx.select().from(chatConversations).where(eq(chatConversations.id, id)).for('no key update')
    : [];
  const isIts = contact === undefined || talk?.contact === contact;
  if (!talk || !isIts) throw new ChatRefused(`There is no conversation ${id}${contact ? ` with ${contact}` : ''}.`);
  return talk;
}

interface Writing {
  id: string;
  contact: string;
  staffId: number;
  body: string;
}

/**
 * Writes as a contact of the club, in a transaction of its own or the caller's. A closed conversation is open again. All
 * that the member wrote is read by that.
 * @throws ChatRefused
 */
export async function sendAsClub(
  deps: WritingDeps & { tx?: Tx },
  { id, contact, staffId, body }: Writing,
  now: Date,
): Promise<MessageRow> {
  if (!findContact(contact)) throw new ChatRefused(`The club has no contact ${contact}: see config/chat.json.`);
  return transaction(deps.tx ?? deps.db, async (tx) => {
    const talk = await lockForStaff(tx, id, contact);
    if (talk.closedAt) await setClosed(tx, deps, talk, null);
    const [member] = await tx
      .select({ language: users.language, deletedAt: users.deletedAt })
      .from(users)
      .where(eq(users.id, talk.userId));
    if (!member || member.deletedAt) throw new ChatRefused(`The member of conversation ${id} has left.`);
    await readAsClub(tx, deps, talk);
    const { userId } = talk;
    const row = await addMessage(tx, { talk }, { author: 'club', userId, staffId, body: ChatText.parse(body) }, now);
    const found = await findConversation(tx, userId, id);
    if (!found) throw new Error(`Conversation ${id} is gone.`);
    await tellOfMessage(tx, deps, found, showMessage(row, found, member.language), null);
    return row;
  });
}

/** Marks as read all that the member of a locked conversation wrote. */
export async function readAsClub(tx: Tx, deps: Pick<Deps, 'broadcaster'>, { id, contact }: TalkRow): Promise<void> {
  const { clubReadId, lastMessageId } = chatConversations;
  const [read] = await tx
    .update(chatConversations)
    .set({ clubReadId: sql`${lastMessageId}` })
    .where(and(eq(chatConversations.id, id), or(isNull(clubReadId), lt(clubReadId, lastMessageId))))
    .returning({ lastReadId: clubReadId });
  if (read?.lastReadId) tellConversation(tx, deps, id, 'chatRead', { user_id: contact, last_read_id: read.lastReadId });
}

/** Closes a locked conversation, or opens it again. Members who have it open leave its channel. */
export async function setClosed(
  tx: Tx,
  deps: Pick<Deps, 'broadcaster'>,
  { id }: Pick<TalkRow, 'id'>,
  closedAt: Date | null,
): Promise<void> {
  await tx.update(chatConversations).set({ closedAt }).where(eq(chatConversations.id, id));
  const sides = (await listSides(tx, id)).map(({ userId }) => userId);
  await tellMembers(tx, deps, sides, id);
  tellConversation(tx, deps, id, 'chatClosed', { is_closed: closedAt !== null });
  if (closedAt) for (const one of sides) reauthorizeAfter(tx, deps.broadcaster, one);
}

export interface WaitingTalk extends Named {
  talk: TalkRow;
}

/** Returns conversations with the club: those that wait for it, the longest waiting first, or the newest of all. */
export const listForStaff = (
  db: Queryable,
  { contact, all, limit }: { contact?: string | undefined; all: boolean; limit: number },
): Promise<WaitingTalk[]> => {
  const { kind, clubSeen, written, lastMessageId, closedAt, id } = chatConversations;
  const waits = and(lt(clubSeen, written), isNull(closedAt));
  return db
    .select({ talk: chatConversations, ...namedColumns })
    .from(chatConversations)
    .innerJoin(users, eq(users.id, chatConversations.userId))
    .where(and(eq(kind, 'club'), contact ? eq(chatConversations.contact, contact) : undefined, all ? undefined : waits))
    .orderBy(all ? desc(sql`coalesce(${lastMessageId}, ${id})`) : lastMessageId, id)
    .limit(limit);
};

/** Returns the newest messages of a conversation, the oldest first. */
export async function listForReading(db: Queryable, id: string, limit: number): Promise<MessageRow[]> {
  const rows = await db
    .select(messageColumns)
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, id))
    .orderBy(desc(chatMessages.id))
    .limit(limit);
  return rows.reverse();
}
