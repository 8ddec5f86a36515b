import { type SQL, sql } from 'drizzle-orm';
import {
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ChatText } from '../contract/chat-messages';
import { instant } from '../database/columns';
import { fits } from '../database/lengths';
import { users } from '../members/members.tables';
import { supportTickets } from '../support/tickets/tickets.tables';

/** The words of a message, once for each member who may find it; see `listWords` of `words.ts`. */
const words = customType<{ data: string | SQL }>({ dataType: () => 'tsvector' });
const memberId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });
const count = () => integer().notNull().default(0);

/** Who talks with whom. Triggers keep the counts and give each member a row of `chatParticipants`. */
export const chatConversations = pgTable(
  'chat_conversations',
  {
    /** UUIDv7 of `createdAt`. */
    id: uuid().primaryKey(),
    kind: text().$type<'club' | 'member'>().notNull(),
    /** The member who began it, or whom the club wrote to. */
    userId: memberId(),
    /** The other member. */
    otherId: integer().references(() => users.id, { onDelete: 'restrict' }),
    /** The contact of the club, as `config/chat.json` names it. */
    contact: text(),
    createdAt: instant().notNull(),
    closedAt: instant(),
    /** Every message has a larger id than the one before. */
    lastMessageId: uuid(),
    /** The number of messages, and of those that `userId` wrote. */
    messages: count(),
    written: count(),
    /** The newest message that the club has read, and how many of `written` it has read by that. */
    clubReadId: uuid(),
    clubSeen: count(),
  },
  (t) => [
    check(
      'chat_conversations_sides',
      sql`(${t.kind} = 'club' and ${t.contact} ~ '^[a-z][a-z0-9-]{0,29}$' and ${t.otherId} is null)
        or (${t.kind} = 'member' and ${t.contact} is null and ${t.otherId} is not null and ${t.otherId} <> ${t.userId})`,
    ),
    check('chat_conversations_counts', sql`${t.written} between 0 and ${t.messages}`),
    check('chat_conversations_club_seen', sql`${t.clubSeen} between 0 and ${t.written}`),
    check('chat_conversations_club_read', sql`${t.kind} = 'club' or (${t.clubReadId} is null and ${t.clubSeen} = 0)`),
    uniqueIndex('chat_conversations_one_pair')
      .on(sql`least(${t.userId}, ${t.otherId})`, sql`greatest(${t.userId}, ${t.otherId})`)
      .where(sql`${t.kind} = 'member'`),
    uniqueIndex('chat_conversations_one_contact').on(t.userId, t.contact).where(sql`${t.kind} = 'club'`),
    // How many a member began today.
    index('chat_conversations_of_member').on(t.userId, t.createdAt),
    index('chat_conversations_with').on(t.otherId).where(sql`${t.otherId} is not null`),
    // What waits for the club, the oldest first.
    index('chat_conversations_waiting')
      .on(t.contact, t.lastMessageId)
      .where(sql`${t.kind} = 'club' and ${t.clubSeen} < ${t.written}`),
  ],
);

/** A member's side of a conversation. Counts only grow, and triggers set all but what the member chooses. */
export const chatParticipants = pgTable(
  'chat_participants',
  {
    conversationId: uuid()
      .notNull()
      .references(() => chatConversations.id, { onDelete: 'cascade' }),
    userId: memberId(),
    /** The newest message, at first the conversation itself. The member's list has this order. */
    activeId: uuid().notNull(),
    lastReadId: uuid(),
    /** Messages of the others: all, those that are read, and those that had come when the list was last opened. */
    received: count(),
    seen: count(),
    noticed: count(),
    unreadCount: integer().notNull().generatedAlwaysAs(sql`received - seen`),
    /** What the header counts. */
    newCount: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`case when muted_at is null and left_at is null then received - greatest(seen, noticed) else 0 end`,
      ),
    mutedAt: instant(),
    /** Since when this member blocks the other one. */
    blockedAt: instant(),
    /** When this member deleted the account. */
    leftAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.userId] }),
    check(
      'chat_participants_seen',
      sql`${t.seen} between 0 and ${t.received} and ${t.noticed} between 0 and ${t.received}`,
    ),
    // Lists are read along these two, whose order is that of `desc()`.
    index('chat_participants_of_member').on(t.userId, sql`${t.activeId} desc`),
    index('chat_participants_new').on(t.userId, sql`${t.activeId} desc`).where(sql`${t.newCount} > 0`),
  ],
);

/** `userId` is the author, or the member whom the club writes to. A deleted message keeps its place. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    conversationId: uuid()
      .notNull()
      .references(() => chatConversations.id, { onDelete: 'cascade' }),
    /** UUIDv7, larger than that of any earlier message of the conversation. */
    id: uuid().notNull(),
    userId: memberId(),
    /** Whom it is for, among members; null with the club. A trigger sets it. */
    toId: integer().references(() => users.id, { onDelete: 'restrict' }),
    author: text().$type<'member' | 'club'>().notNull(),
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
    body: text(),
    /** A retry has the same one. */
    clientId: uuid(),
    /** The place in the conversation, from 1, and how many up to this one the conversation's `userId` wrote. */
    position: integer().notNull(),
    written: integer().notNull(),
    createdAt: instant().notNull(),
    editedAt: instant(),
    deletedAt: instant(),
    search: words(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.id] }),
    check(
      'chat_messages_author',
      sql`(${t.author} = 'member' and ${t.clientId} is not null and ${t.staffId} is null)
      or (${t.author} = 'club' and ${t.staffId} is not null)`,
    ),
    check('chat_messages_body', fits(t.body, ChatText)),
    check(
      'chat_messages_deleted',
      sql`(${t.deletedAt} is null) = (${t.body} is not null) and (${t.deletedAt} is null) = (${t.search} is not null)`,
    ),
    uniqueIndex('chat_messages_once').on(t.conversationId, t.userId, t.clientId),
    // What somebody wrote and what is for them, in order.
    index('chat_messages_of_member').on(t.userId, t.id),
    index('chat_messages_to_member').on(t.toId, t.id).where(sql`${t.toId} is not null`),
    // A search asks it once for every three days, and would read all words that wait for a bunch each time.
    index('chat_messages_words').using('gin', t.search).with({ fastupdate: false }),
  ],
);

/** Which message led to which ticket. `userId` is the member who reported it. */
export const chatReports = pgTable(
  'chat_reports',
  {
    userId: memberId(),
    conversationId: uuid().notNull(),
    messageId: uuid().notNull(),
    ticketId: integer()
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'restrict' }),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.userId] }),
    foreignKey({
      name: 'chat_reports_message',
      columns: [t.conversationId, t.messageId],
      foreignColumns: [chatMessages.conversationId, chatMessages.id],
    }).onDelete('cascade'),
    index('chat_reports_of_member').on(t.userId),
    index('chat_reports_ticket').on(t.ticketId),
  ],
);

/** What the header counts of a member's conversations. Triggers keep it. */
export const chatCounts = pgTable(
  'chat_counts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'restrict' }),
    newMessages: count(),
  },
  (t) => [check('chat_counts_positive', sql`${t.newMessages} >= 0`)],
);
