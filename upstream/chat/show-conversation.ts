/** Conversations and messages in the shape of the contract. */
import { and, eq, getTableColumns, ne, type Placeholder, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ChatConversation } from '../contract/chat-conversations';
import { type ChatMessage, editableMinutes } from '../contract/chat-messages';
import type { Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import type { Language } from '../http/env';
import { users } from '../members/members.tables';
import { chatConversations, chatMessages, chatParticipants } from './chat.tables';
import { findContact, type Named, namedColumns, showContact, showPerson } from './people';

const { search: _, ...messageColumns } = getTableColumns(chatMessages);

export { messageColumns };
export type MessageRow = Omit<typeof chatMessages.$inferSelect, 'search'>;
export type TalkRow = typeof chatConversations.$inferSelect;

const others = alias(chatParticipants, 'others');
const members = alias(users, 'members');
const person = ({ id, firstname, lastname, deletedAt }: typeof members) => ({ id, firstname, lastname, deletedAt });

/** Sides of a member, each with the other side and the newest message, in one statement. The caller says which. */
export const selectConversations = (db: Queryable, userId: number | Placeholder) =>
  db
    .select({
      talk: chatConversations,
      side: chatParticipants,
      own: namedColumns,
      otherSide: others,
      other: person(members),
      last: messageColumns,
    })
    .from(chatParticipants)
    .innerJoin(chatConversations, eq(chatConversations.id, chatParticipants.conversationId))
    .innerJoin(users, eq(users.id, chatParticipants.userId))
    .leftJoin(others, and(eq(others.conversationId, chatConversations.id), ne(others.userId, userId)))
    .leftJoin(members, eq(members.id, others.userId))
    .leftJoin(
      chatMessages,
      and(eq(chatMessages.conversationId, chatConversations.id), eq(chatMessages.id, chatConversations.lastMessageId)),
    )
    .$dynamic();

export type FoundTalk = Awaited<ReturnType<typeof selectConversations>>[number];

/** Returns the member's conversation, or null. Anything but the id of a conversation finds none. */
export async function findConversation(db: Queryable, userId: number, id: string): Promise<FoundTalk | null> {
  if (!isUuid(id)) return null;
  const [found] = await selectConversation(db).execute({ userId, id });
  return found ?? null;
}

const userId = sql.placeholder('userId');
const selectConversation = prepared((db) =>
  selectConversations(db, userId)
    .where(and(eq(chatParticipants.userId, userId), eq(chatParticipants.conversationId, sql.placeholder('id'))))
    .prepare('chat_conversation'),
);

/** Ids are written in one way, because they are names of channels, too. */
export const isUuid = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** Whether the member may write. Who is blocked gets the same answer as anybody who cannot write any more. */
export const canWrite = ({ talk, side, otherSide, other }: FoundTalk): boolean =>
  talk.closedAt === null &&
  !side.blockedAt &&
  !side.leftAt &&
  (talk.kind === 'club'
    ? findContact(talk.contact ?? '') !== undefined
    : otherSide !== null && !otherSide.blockedAt && !otherSide.leftAt && !other?.deletedAt);

export function showConversation(found: FoundTalk, language: Language): ChatConversation {
  const { talk, side, own, otherSide, other, last } = found;
  const facing =
    talk.kind === 'club'
      ? { ...showContact(talk.contact ?? '', language), last_read_id: talk.clubReadId }
      : { ...showPerson(other as Named), last_read_id: otherSide?.lastReadId ?? null };
  return {
    id: talk.id,
    title: facing.name,
    kind: talk.kind,
    participants: [{ ...showPerson(own), last_read_id: side.lastReadId }, facing],
    last_message: last && showMessage(last, found, language),
    unread_count: side.unreadCount,
    is_closed: talk.closedAt !== null,
    is_muted: side.mutedAt !== null,
    is_blocked: side.blockedAt !== null,
    can_write: canWrite(found),
    created_at: talk.createdAt.toISOString(),
  };
}

const editableMs = editableMinutes * 60_000;

/** Until when its author may change a message. */
export const editableUntil = ({ createdAt }: Pick<MessageRow, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + editableMs);

type Sides = Pick<FoundTalk, 'talk' | 'own' | 'other'>;

/** The same for both sides: what only its author uses stands in every message. */
export function showMessage(message: MessageRow, { talk, own, other }: Sides, language: Language): ChatMessage {
  const author = message.userId === own.id ? own : (other as Named);
  const isByMember = message.author === 'member';
  return {
    id: message.id,
    conversation_id: message.conversationId,
    user: isByMember ? showPerson(author) : showContact(talk.contact ?? '', language),
    message: message.body,
    created_at: message.createdAt.toISOString(),
    edited_at: message.editedAt?.toISOString() ?? null,
    deleted_at: message.deletedAt?.toISOString() ?? null,
    editable_until: isByMember && !message.deletedAt ? editableUntil(message).toISOString() : null,
    client_id: message.clientId,
  };
}

/** The list's order: the newest message, or the conversation if it has none. */
export const newestFirst = sql`${chatParticipants.activeId} desc`;
