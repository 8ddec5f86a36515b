/** Tickets: what members write to the club, and its replies. Rules: docs/product/support.md#tickets. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, body, Instant, Line, memberFailures, noContent, PageQuery, Problem, page, RowNumber } from './shapes';
import { Attachment, attachmentLimits } from './support-attachments';
import { SearchWords, SupportCategory } from './support-faq';
import { idempotency } from './wallet';

export const ticketStatuses = ['new', 'open', 'waiting_for_customer', 'closed'] as const;
export const TicketStatus = z.enum(ticketStatuses);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** What a ticket may be about. The label is that of an order, a withdrawal or a transaction, or the number of a plant. */
export const TicketReference = z.object({
  kind: z.enum(['order', 'withdrawal', 'transaction', 'plant']),
  label: z.string().max(20),
});
export type TicketReference = z.infer<typeof TicketReference>;

/** Zod counts characters as the database does: an emoji is one, not two. */
export const TicketSubject = z.string().trim().min(3).max(120);
export const TicketText = z.string().trim().min(1).max(5000);
export const TicketRating = z.object({ good: z.boolean(), comment: z.string().max(500).nullish() });

const ticket = {
  id: z.int(),
  /** The number that members and staff name. */
  number: z.int(),
  subject: z.string(),
  category: SupportCategory,
  status: TicketStatus,
  priority: z.enum(['normal', 'urgent']),
  /** Replies that the member has not seen. */
  unread_count: z.int(),
  reference: TicketReference.nullish(),
  created_at: Instant,
  last_reply_at: Instant,
  closed_at: Instant.nullish(),
  rating: TicketRating.nullish(),
};

/** A ticket in a list. */
export const TicketLine = z.object(ticket).openapi('TicketLine');
export type TicketLine = z.infer<typeof TicketLine>;

export const TicketMessage = z
  .object({
    id: z.uuid(),
    author: z.object({ name: z.string(), is_staff: z.boolean() }),
    /** Plain text. */
    body: z.string(),
    attachments: z.array(Attachment),
    created_at: Instant,
    edited_at: Instant.nullish(),
  })
  .openapi('TicketMessage');
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Ticket = z
  .object({
    ...ticket,
    /** Since when the ticket has its status. */
    status_since: Instant.nullish(),
    /** Who works on it. */
    assigned_to: z.string().nullish(),
    /** The first reply of the staff. */
    first_reply_at: Instant.nullish(),
    /** Why it was closed: by the member, by staff, or because the member did not answer. */
    closed_by: z.enum(['member', 'staff', 'time']).nullish(),
    /** Until when a reply opens the closed ticket again. Later it begins a follow-up. */
    reopens_until: Instant.nullish(),
    /** The ticket that this one goes on from, and the one that goes on from it. */
    follows: z.object({ id: z.int(), number: z.int() }).nullish(),
    followed_by: z.object({ id: z.int(), number: z.int() }).nullish(),
    /** Oldest first. Of a long conversation this is one page. */
    messages: z.array(TicketMessage),
    /** The number of pages of messages; the first one has the newest. Missing where all messages come at once. */
    message_pages: z.int().nullish(),
  })
  .openapi('Ticket');
export type Ticket = z.infer<typeof Ticket>;

const TicketPage = page(TicketLine)
  .extend({
    /** The number of the member's tickets in each status, whatever filter is set. */
    counts: z.record(TicketStatus, z.int()),
    /** Whether a search, or a topic, has more tickets than `total` says. What is found is counted up to 100. */
    has_more: z.boolean().nullish(),
  })
  .openapi('TicketPage');

/** The four plain labels under which members see the statuses are: received, being worked on, your turn, done. */
export const listTickets = createRoute({
  method: 'get',
  path: '/support/tickets',
  tags: ['Support'],
  operationId: 'listTickets',
  summary: 'The member’s tickets: those with unread replies first, then the newest',
  ...withAbility('support:read'),
  request: {
    query: PageQuery.extend({
      status: TicketStatus.optional(),
      /** `0`: only tickets that are not closed. */
      closed: z.enum(['0', '1']).optional(),
      category: SupportCategory.optional(),
      q: SearchWords.optional(),
    }),
  },
  responses: { 200: answers(TicketPage, 'One page'), ...memberFailures },
});

const Attachments = z.array(z.uuid()).max(attachmentLimits.files).default([]);

export const createTicket = createRoute({
  method: 'post',
  path: '/support/tickets',
  tags: ['Support'],
  operationId: 'createTicket',
  summary: 'Write to the club',
  ...withAbility('support:write'),
  request: {
    headers: idempotency,
    ...body(
      z.strictObject({
        category: SupportCategory,
        subject: TicketSubject,
        message: TicketText,
        attachments: Attachments,
        reference: TicketReference.nullish(),
      }),
    ),
  },
  responses: { 201: answers(Ticket, 'The ticket'), ...memberFailures },
});

const params = z.object({ id: RowNumber });

export const getTicket = createRoute({
  method: 'get',
  path: '/support/tickets/{id}',
  tags: ['Support'],
  operationId: 'getTicket',
  summary: 'One ticket with its newest messages, or an earlier page of them; it is not marked as read by this',
  ...withAbility('support:read'),
  request: { params, query: PageQuery },
  responses: { 200: answers(Ticket, 'The ticket'), ...memberFailures },
});

export const replyToTicket = createRoute({
  method: 'post',
  path: '/support/tickets/{id}/messages',
  tags: ['Support'],
  operationId: 'replyToTicket',
  summary: 'Reply. A closed ticket opens again within 14 days; later the reply begins a follow-up',
  ...withAbility('support:write'),
  request: {
    params,
    headers: idempotency,
    ...body(
      z.strictObject({
        message: TicketText,
        attachments: Attachments,
        /** Closes the ticket with this message. */
        close: z.boolean().default(false),
        /** The status that the member saw. If staff closed the ticket meanwhile, the answer is 409 `ticket_closed`. */
        seen_status: TicketStatus.nullish(),
      }),
    ),
  },
  responses: {
    201: answers(Ticket, 'The ticket with the message: the same, or its follow-up'),
    409: answers(Problem, '`ticket_closed`: staff closed it after the page was shown'),
    ...memberFailures,
  },
});

export const markTicketAsRead = createRoute({
  method: 'post',
  path: '/support/tickets/{id}/read',
  tags: ['Support'],
  operationId: 'markTicketAsRead',
  summary: 'Mark as read what the member saw: everything up to this message',
  ...withAbility('support:write'),
  request: { params, ...body(z.strictObject({ up_to: z.uuid() })) },
  responses: { 204: noContent, ...memberFailures },
});

export const closeTicket = createRoute({
  method: 'post',
  path: '/support/tickets/{id}/close',
  tags: ['Support'],
  operationId: 'closeTicket',
  summary: 'Close a ticket; doing it again changes nothing',
  ...withAbility('support:write'),
  request: { params },
  responses: { 204: noContent, ...memberFailures },
});

export const reopenTicket = createRoute({
  method: 'post',
  path: '/support/tickets/{id}/reopen',
  tags: ['Support'],
  operationId: 'reopenTicket',
  summary: 'Open a closed ticket again, within 14 days',
  ...withAbility('support:write'),
  request: { params },
  responses: {
    204: noContent,
    409: answers(Problem, '`too_late`: write a reply, it begins a follow-up'),
    ...memberFailures,
  },
});

export const rateTicket = createRoute({
  method: 'post',
  path: '/support/tickets/{id}/rating',
  tags: ['Support'],
  operationId: 'rateTicket',
  summary: 'Rate a closed ticket; a later rating replaces it',
  ...withAbility('support:write'),
  request: {
    params,
    ...body(z.strictObject({ good: z.boolean(), comment: Line(500).nullish() })),
  },
  responses: { 204: noContent, 409: answers(Problem, '`not_closed`'), ...memberFailures },
});
