import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type SupportCategory, supportCategories } from '../../contract/support-faq';
import {
  type TicketReference,
  type TicketStatus,
  TicketSubject,
  TicketText,
  ticketStatuses,
} from '../../contract/support-tickets';
import { instant } from '../../database/columns';
import { fits } from '../../database/lengths';
import { users } from '../../members/members.tables';

const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
/** The words of a text, for searches; see `search-words.ts`. */
const words = customType<{ data: string | SQL }>({ dataType: () => 'tsvector' });
const memberId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });
const staffId = () => integer().references(() => users.id, { onDelete: 'restrict' });

/** What a member asks the club. Its id is the number that everybody names. Triggers keep its steps and counts. */
export const supportTickets = pgTable(
  'support_tickets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 2001 }),
    userId: memberId(),
    category: text().$type<SupportCategory>().notNull(),
    subject: text().notNull(),
    referenceKind: text().$type<TicketReference['kind']>(),
    referenceLabel: text(),
    status: text().$type<TicketStatus>().notNull(),
    statusSince: instant().notNull(),
    priority: text().$type<'normal' | 'urgent'>().notNull().default('normal'),
    assignedTo: staffId(),
    createdAt: instant().notNull(),
    /** When its newest message was written. */
    lastReplyAt: instant().notNull(),
    /** The first answer of the staff, and how many working minutes it took. */
    firstReplyAt: instant(),
    firstReplyMinutes: integer(),
    /** When the member was reminded that the club waits for them, this time. */
    remindedAt: instant(),
    closedAt: instant(),
    closedBy: text().$type<'member' | 'staff' | 'time'>(),
    ratingGood: boolean(),
    ratingComment: text(),
    /** The ticket that this one goes on from. */
    followsId: integer().references((): AnyPgColumn => supportTickets.id, { onDelete: 'restrict' }),
    /** The number of messages, and of those that are not the member's own. */
    messages: integer().notNull().default(0),
    replies: integer().notNull().default(0),
    /** How many of the replies the member has seen. */
    seenReplies: integer().notNull().default(0),
    unreadCount: integer().notNull().generatedAlwaysAs(sql`replies - seen_replies`),
    /** The words of the subject. */
    search: words().notNull(),
  },
  (t) => [
    check('support_tickets_category', oneOf(t.category, supportCategories)),
    check('support_tickets_subject', fits(t.subject, TicketSubject)),
    check('support_tickets_status', oneOf(t.status, ticketStatuses)),
    check('support_tickets_priority', oneOf(t.priority, ['normal', 'urgent'])),
    check(
      'support_tickets_reference',
      sql`(${t.referenceKind} is null) = (${t.referenceLabel} is null)
        and ${oneOf(t.referenceKind, ['order', 'withdrawal', 'transaction', 'plant'])}
        and char_length(${t.referenceLabel}) between 1 and 20`,
    ),
    check(
      'support_tickets_closed',
      sql`(${t.status} = 'closed') = (${t.closedAt} is not null) and (${t.closedAt} is null) = (${t.closedBy} is null)
        and ${oneOf(t.closedBy, ['member', 'staff', 'time'])} and ${t.closedAt} = ${t.statusSince}`,
    ),
    check(
      'support_tickets_rating',
      sql`(${t.ratingGood} is null or ${t.status} = 'closed') and (${t.ratingComment} is null or ${t.ratingGood} is not null)
        and char_length(${t.ratingComment}) between 1 and 500`,
    ),
    check(
      'support_tickets_first_reply',
      sql`(${t.firstReplyAt} is null) = (${t.firstReplyMinutes} is null) and ${t.firstReplyMinutes} >= 0
        and ${t.firstReplyAt} >= ${t.createdAt}`,
    ),
    check(
      'support_tickets_reminder',
      sql`${t.remindedAt} is null or (${t.status} = 'waiting_for_customer' and ${t.remindedAt} > ${t.statusSince} + interval '7 days')`,
    ),
    check('support_tickets_seen', sql`${t.seenReplies} between 0 and ${t.replies} and ${t.replies} <= ${t.messages}`),
    check('support_tickets_times', sql`${t.lastReplyAt} >= ${t.createdAt} and ${t.statusSince} >= ${t.createdAt}`),
    uniqueIndex('support_tickets_one_follow_up').on(t.followsId),
    // A list is read along one of these two, whose order is that of `desc()`.
    index('support_tickets_of_member').on(
      t.userId,
      sql`(${t.unreadCount} > 0) desc`,
      sql`${t.lastReplyAt} desc`,
      sql`${t.id} desc`,
    ),
    index('support_tickets_in_status').on(
      t.userId,
      t.status,
      sql`(${t.unreadCount} > 0) desc`,
      sql`${t.lastReplyAt} desc`,
      sql`${t.id} desc`,
    ),
    index('support_tickets_unread')
      .on(t.userId, sql`${t.lastReplyAt} desc`, sql`${t.id} desc`)
      .where(sql`${t.unreadCount} > 0`),
    index('support_tickets_with_reference').on(t.userId).where(sql`${t.referenceLabel} is not null`),
    // Members search more often than they write.
    index('support_tickets_words').using('gin', t.search).with({ fastupdate: false }),
    index('support_tickets_answered').on(t.firstReplyAt, t.firstReplyMinutes).where(sql`${t.firstReplyAt} is not null`),
    // For staff and for housekeeping.
    index('support_tickets_by_status').on(t.status, t.statusSince, t.id),
  ],
);

/** Append-only. `userId` is the member whose ticket it is. */
export const supportMessages = pgTable(
  'support_messages',
  {
    /** UUIDv7 of `createdAt`. */
    id: uuid().primaryKey(),
    ticketId: integer()
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'restrict' }),
    userId: memberId(),
    /** The place in its ticket, from 1. A trigger counts. */
    position: integer().notNull(),
    /** How many of the messages up to this one are not the member's own. A trigger counts. */
    replies: integer().notNull(),
    /** `club`: what the product writes by itself. */
    author: text().$type<'member' | 'staff' | 'club'>().notNull(),
    staffId: staffId(),
    body: text().notNull(),
    createdAt: instant().notNull(),
    search: words().notNull(),
  },
  (t) => [
    check('support_messages_author', oneOf(t.author, ['member', 'staff', 'club'])),
    check('support_messages_staff', sql`(${t.author} = 'staff') = (${t.staffId} is not null)`),
    check('support_messages_body', fits(t.body, TicketText)),
    uniqueIndex('support_messages_in_ticket').on(t.ticketId, t.position),
    index('support_messages_of_member').on(t.userId),
    index('support_messages_words').using('gin', t.search).with({ fastupdate: false }),
  ],
);

/** What staff note for each other. Members never see it. Append-only. */
export const supportNotes = pgTable(
  'support_notes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketId: integer()
      .notNull()
      .references(() => supportTickets.id, { onDelete: 'restrict' }),
    userId: memberId(),
    staffId: memberId(),
    body: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check('support_notes_body', fits(t.body, TicketText)),
    index('support_notes_of_ticket').on(t.ticketId, t.id),
    index('support_notes_of_member').on(t.userId),
  ],
);

/** A member's numbers of tickets by status, and of unread replies. Triggers keep them. */
export const supportTicketCounts = pgTable(
  'support_ticket_counts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'restrict' }),
    newTickets: integer().notNull().default(0),
    openTickets: integer().notNull().default(0),
    waitingTickets: integer().notNull().default(0),
    closedTickets: integer().notNull().default(0),
    unreadReplies: integer().notNull().default(0),
  },
  (t) => [
    check(
      'support_ticket_counts_positive',
      sql`least(${t.newTickets}, ${t.openTickets}, ${t.waitingTickets}, ${t.closedTickets}, ${t.unreadReplies}) >= 0`,
    ),
  ],
);
