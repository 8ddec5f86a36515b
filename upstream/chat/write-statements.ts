/** The statements of a new message. There are a hundred a second in a busy club, so they are built once. */
import { and, desc, eq, gt, gte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { prepared } from '../database/prepared';
import { asSearchable } from '../support/support';
import { chatConversations, chatMessages, chatParticipants } from './chat.tables';
import { messageColumns } from './show-conversation';

const [id, userId, clientId] = ['id', 'userId', 'clientId'].map((name) => sql.placeholder(name)) as [
  Value,
  Value,
  Value,
];
type Value = ReturnType<typeof sql.placeholder>;

export const takeWriterLock = prepared((db) =>
  db
    .select({ taken: sql`pg_advisory_xact_lock(hashtext('chat.writer'), ${userId}::int)` })
    .from(oneRow)
    .prepare('chat_lock_writer'),
);

/** Finds nothing for anybody who is no side of the conversation. */
export const takeConversationLock = prepared((db) =>
  db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .innerJoin(
      chatParticipants,
      and(eq(chatParticipants.conversationId, chatConversations.id), eq(chatParticipants.userId, userId)),
    )
    .where(eq(chatConversations.id, id))
    .for('no key update', { of: chatConversations })
    .prepare('chat_lock_conversation'),
);

const oneRow = sql`(select) as one_row`;
const recent = alias(chatMessages, 'recent');

/**
 * The message that the member has written with this `clientId`, and the time of the one with which the limit is reached:
 * of their messages since `since`, the last but `before`. `firstId` is the smallest id of that time.
 */
export const selectEarlier = prepared((db) =>
  db
    .select({
      earlier: messageColumns,
      limitedSince: sql<Date | null>`(${db
        .select({ at: recent.createdAt })
        .from(recent)
        .where(
          and(
            eq(recent.userId, userId),
            gte(recent.id, sql.placeholder('firstId')),
            eq(recent.author, 'member'),
            gt(recent.createdAt, sql.placeholder('since')),
          ),
        )
        .orderBy(desc(recent.id))
        .offset(sql.placeholder('before'))
        .limit(1)})`.mapWith(recent.createdAt),
    })
    .from(oneRow)
    .leftJoin(
      chatMessages,
      and(eq(chatMessages.conversationId, id), eq(chatMessages.userId, userId), eq(chatMessages.clientId, clientId)),
    )
    .prepare('chat_earlier_messages'),
);

export const insertMessage = prepared((db) =>
  db
    .insert(chatMessages)
    .values({
      ...{ conversationId: sql.placeholder('conversationId'), id, userId, author: sql.placeholder('author') },
      ...{ staffId: sql.placeholder('staffId'), body: sql.placeholder('body'), clientId },
      createdAt: sql.placeholder('createdAt'),
      search: asSearchable(sql.placeholder('words')),
      // The trigger counts.
      ...{ position: 0, written: 0 },
    })
    .returning(messageColumns)
    .prepare('chat_insert_message'),
);
