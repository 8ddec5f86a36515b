/** The chat's part of a member's personal data. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { tablePart } from '../database/export-parts';
import { type DepartingMember, type PersonalData, withhold } from '../database/personal-data';
import { chatConversations, chatCounts, chatMessages, chatParticipants, chatReports } from './chat.tables';

/** With whom, without names: another member as a number, a contact of the club as its name. */
const facing: SQL = sql`case when ${chatConversations.kind} = 'club' then ${chatConversations.contact}
  when ${chatConversations.userId} = ${chatParticipants.userId} then ${chatConversations.otherId}::text
  else ${chatConversations.userId}::text end`;

const conversations = tablePart({
  name: 'chat_conversations',
  description: {
    en: 'Your conversations: with whom, what you read, and what you muted or blocked.',
    de: 'Deine Unterhaltungen: mit wem, was du gelesen und was du stummgeschaltet oder blockiert hast.',
  },
  table: chatParticipants,
  join: { table: chatConversations, on: eq(chatConversations.id, chatParticipants.conversationId) },
  owner: chatParticipants.userId,
  key: chatParticipants.conversationId,
  fields: {
    id: chatParticipants.conversationId,
    kind: chatConversations.kind,
    with: facing,
    started_at: chatConversations.createdAt,
    closed_at: chatConversations.closedAt,
    last_read: chatParticipants.lastReadId,
    unread: chatParticipants.unreadCount,
    muted_at: chatParticipants.mutedAt,
    blocked_at: chatParticipants.blockedAt,
  },
});

const messages = tablePart({
  name: 'chat_messages',
  description: {
    en: 'What you wrote in the chat, and what the club wrote to you. What other members wrote is theirs.',
    de: 'Was du im Chat geschrieben hast und was der Verein dir geschrieben hat. Was andere Mitglieder schrieben, gehört ihnen.',
  },
  table: chatMessages,
  owner: chatMessages.userId,
  key: chatMessages.id,
  fields: {
    id: chatMessages.id,
    conversation: chatMessages.conversationId,
    author: chatMessages.author,
    text: chatMessages.body,
    created_at: chatMessages.createdAt,
    edited_at: chatMessages.editedAt,
    deleted_at: chatMessages.deletedAt,
  },
});

const reports = tablePart({
  name: 'chat_reports',
  description: { en: 'Messages that you reported.', de: 'Nachrichten, die du gemeldet hast.' },
  table: chatReports,
  owner: chatReports.userId,
  key: chatReports.messageId,
  fields: {
    conversation: chatReports.conversationId,
    message: chatReports.messageId,
    ticket: chatReports.ticketId,
    reported_at: chatReports.createdAt,
  },
});

const counted = 'it is made of what is exported itself';
const because = 'the other member keeps their side; all that this one wrote is removed from it';

export const chatData: PersonalData = {
  exports: [conversations, messages, reports],
  deletes: [chatReports, chatCounts],
  keeps: [chatConversations, chatParticipants, chatMessages].map((table) => ({ table, because })),
  withholds: [
    withhold(chatConversations, ['id'], 'the side of the member has it'),
    withhold(chatConversations, ['lastMessageId', 'messages', 'written'], counted),
    withhold(chatConversations, ['clubReadId', 'clubSeen'], 'it is the work of the staff'),
    withhold(chatParticipants, ['activeId', 'received', 'seen', 'noticed', 'newCount'], counted),
    withhold(chatParticipants, ['leftAt'], 'it is the time of the deletion'),
    withhold(chatMessages, ['staffId'], 'it is the work of the staff'),
    withhold(chatMessages, ['toId'], 'the conversation has it'),
    withhold(chatMessages, ['clientId', 'position', 'written', 'search'], counted),
    withhold(chatCounts, ['newMessages'], counted),
  ],
  lock: lockConversations,
  anonymise: removeFromChat,
};

const isSide = (id: number) => or(eq(chatConversations.userId, id), eq(chatConversations.otherId, id));

/** A message that is under way comes before or not at all. */
async function lockConversations(tx: Tx, id: number): Promise<void> {
  await tx
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(isSide(id))
    .orderBy(chatConversations.id)
    .for('update');
}

/**
 * Removes what the member wrote. A conversation goes if nobody else is left in it; otherwise the other one sees that
 * there were messages.
 */
async function removeFromChat(tx: Tx, { id }: DepartingMember, now: Date): Promise<void> {
  // One may have begun before the member was locked.
  await lockConversations(tx, id);
  await tx
    .update(chatParticipants)
    .set({ leftAt: now, mutedAt: null, blockedAt: null })
    .where(and(eq(chatParticipants.userId, id), isNull(chatParticipants.leftAt)));
  const isLast = sql`not exists (select from ${chatParticipants} where ${chatParticipants.conversationId} = ${chatConversations.id}
    and ${chatParticipants.leftAt} is null)`;
  await tx.delete(chatConversations).where(and(isSide(id), or(eq(chatConversations.kind, 'club'), isLast)));
  await tx
    .update(chatMessages)
    .set({ body: null, search: null, deletedAt: now })
    .where(and(eq(chatMessages.userId, id), eq(chatMessages.author, 'member'), isNull(chatMessages.deletedAt)));
}
