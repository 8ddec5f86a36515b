/** The staff commands that look at tickets. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { auditStaff, defineCommand } from '../../club/command';
import { SupportCategory } from '../../contract/support-faq';
import { type TicketStatus, ticketStatuses } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { users } from '../../members/members.tables';
import { listMessages } from './show-ticket';
import { TicketRefused } from './staff-steps';
import { aboutTickets, forHelpers, ticketNumber } from './ticket-command';
import { ticketColumns } from './ticket-steps';
import { supportNotes, supportTickets } from './tickets.tables';

const assignee = alias(users, 'assignee');
/** More than anybody reads. */
const most = 200;

const selectTickets = (db: Queryable) =>
  db
    .select({
      ticket: ticketColumns,
      member: sql<string>`${users.firstname} || ' ' || ${users.lastname}`,
      assignedTo: sql<string | null>`${assignee.firstname} || ' ' || ${assignee.lastname}`,
    })
    .from(supportTickets)
    .innerJoin(users, eq(users.id, supportTickets.userId))
    .leftJoin(assignee, eq(assignee.id, supportTickets.assignedTo));

type Found = Awaited<ReturnType<typeof selectTickets>>[number];

/** `ticket list` shows what waits for the club, the urgent ones first, then the longest waiting. */
export const ticketList = defineCommand({
  name: 'ticket list',
  summary: 'List the tickets that wait for the club, urgent ones first, then the longest waiting',
  positionals: [],
  ...forHelpers,
  options: {
    status: { value: 'STATUS', summary: `${ticketStatuses.join(', ')}; unless given, new and open` },
    category: { value: 'CATEGORY', summary: 'such as deposits or plants-harvest' },
    mine: { summary: 'only those that are assigned to you' },
  },
  given: z.strictObject({
    status: z.enum(ticketStatuses, `is one of ${ticketStatuses.join(', ')}`).optional(),
    category: z.enum(SupportCategory.options, `is one of ${SupportCategory.options.join(', ')}`).optional(),
    mine: z.boolean().default(false),
  }),
  run: (deps, { status, category, mine }, now, actor) =>
    aboutTickets(deps, async (tx) => {
      const statuses: TicketStatus[] = status ? [status] : ['new', 'open'];
      const found = await selectTickets(tx)
        .where(
          and(
            inArray(supportTickets.status, statuses),
            category && eq(supportTickets.category, category),
            mine ? eq(supportTickets.assignedTo, actor.id) : undefined,
          ),
        )
        .orderBy(
          desc(sql`${supportTickets.priority} = 'urgent'`),
          asc(supportTickets.lastReplyAt),
          asc(supportTickets.id),
        )
        .limit(most + 1);
      await auditStaff(tx, now, { actor, action: 'tickets.listed' });
      const tickets = found.slice(0, most).map(dataOf);
      const more = found.length > most ? [`These are the first ${most}.`] : [];
      return { lines: tickets.length > 0 ? [...tickets.map(lineOf), ...more] : ['No ticket.'], data: { tickets } };
    }),
});

const dataOf = ({ ticket, member, assignedTo }: Found) => ({
  number: ticket.id,
  status: ticket.status,
  priority: ticket.priority,
  category: ticket.category,
  subject: ticket.subject,
  reference: ticket.referenceLabel,
  member: { id: ticket.userId, name: member },
  assigned_to: assignedTo,
  created_at: ticket.createdAt.toISOString(),
  last_reply_at: ticket.lastReplyAt.toISOString(),
});

const minute = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const lineOf = (ticket: ReturnType<typeof dataOf>): string =>
  [
    ticket.number,
    ...(ticket.priority === 'urgent' ? ['URGENT'] : []),
    ticket.status,
    ticket.category,
    `${ticket.member.name} (${ticket.member.id})`,
    `last message ${minute(ticket.last_reply_at)}`,
    ...(ticket.reference ? [ticket.reference] : []),
    ...(ticket.assigned_to ? [`assigned to ${ticket.assigned_to}`] : []),
    `“${ticket.subject}”`,
  ].join('  ');

/** `ticket show NUMBER` prints the conversation and the notes. */
export const ticketShow = defineCommand({
  name: 'ticket show',
  summary: 'Show a ticket with its messages and notes',
  positionals: ['number'],
  ...forHelpers,
  options: {},
  given: z.strictObject({ number: ticketNumber }),
  run: (deps, { number }, now, actor) =>
    aboutTickets(deps, async (tx) => {
      const [found] = await selectTickets(tx).where(eq(supportTickets.id, number));
      if (!found) throw new TicketRefused(`There is no ticket ${number}.`);
      const messages = await listMessages(tx, number, deps.config.productName);
      const notes = await listNotes(tx, number);
      await auditStaff(tx, now, {
        ...{ actor, action: 'ticket.shown', userId: found.ticket.userId },
        detail: { ticket: number },
      });
      const { ratingGood: good, ratingComment: comment } = found.ticket;
      const rating = good === null ? [] : [`Rated ${good ? 'good' : 'bad'}${comment ? `: ${comment}` : ''}.`];
      const ticket = { ...dataOf(found), follows: found.ticket.followsId, messages, notes };
      return {
        lines: [
          lineOf(ticket),
          ...messages.flatMap(({ author, body, attachments, created_at }) => [
            '',
            `${minute(created_at)}  ${author.name}${author.is_staff ? ' (staff)' : ''}:`,
            body,
            ...attachments.map(({ id, name, size }) => `  file ${name}, ${size} bytes, ${id}`),
          ]),
          ...notes.flatMap(({ by, body, at }) => ['', `${minute(at)}  Note of ${by}:`, body]),
          ...rating,
        ],
        data: { ticket },
      };
    }),
});

async function listNotes(db: Queryable, ticketId: number) {
  const rows = await db
    .select({
      by: sql<string>`${users.firstname} || ' ' || ${users.lastname}`,
      body: supportNotes.body,
      at: supportNotes.createdAt,
    })
    .from(supportNotes)
    .innerJoin(users, eq(users.id, supportNotes.staffId))
    .where(eq(supportNotes.ticketId, ticketId))
    .orderBy(asc(supportNotes.id));
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}
