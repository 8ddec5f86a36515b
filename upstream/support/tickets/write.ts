/** What members write: new tickets and replies (docs/product/support.md#tickets). */
import { eq } from 'drizzle-orm';
import { realtimeNames } from '../../contract/realtime';
import type { ParsedBody } from '../../contract/shapes';
import type { createTicket as createCall, replyToTicket as replyCall } from '../../contract/support-tickets';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { type Answer, once } from '../../http/idempotency';
import { Conflict, NotFound } from '../../http/problems';
import { getReference } from './references';
import { addMessage, lockTicket, openTicket, reopens, setStatus, type TicketRow } from './ticket-steps';
import { supportTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';
import { tellPages } from './unread';

type WritingDeps = Pick<Deps, 'db' | 'broadcaster'>;

/** The member who acts, and what of the request the steps need. */
export interface Acting {
  userId: number;
  ip: string | null;
  requestId: string;
  language: Language;
  now: Date;
  /** The tab that acted does not hear of it. */
  socketId?: string | undefined;
}

/** The number of the ticket. The stored answer of a repeated call has nothing else. */
type Written = Answer<{ id: number }>;

const { ticketUpdated } = realtimeNames.events;

/**
 * Opens a ticket with its first message. The same key does it once.
 * @throws InvalidFields at `reference` and `attachments`
 */
export function createTicket(
  deps: WritingDeps,
  wanted: ParsedBody<typeof createCall>,
  key: string,
  acting: Acting,
): Promise<Written> {
  const { userId, now, language } = acting;
  const asked = { userId, key, request: ['createTicket', wanted], now, german: language === 'de' };
  return once(deps.db, asked, (remember) =>
    transaction(deps.db, async (tx) => {
      const answer = { status: 201, body: { id: await writeTicket(tx, deps, wanted, acting) } };
      await remember(tx, answer);
      return answer;
    }),
  );
}

/**
 * Opens a ticket with its first message in the caller's transaction, and returns its number.
 * @throws InvalidFields at `reference` and `attachments`
 */
export async function writeTicket(
  tx: Tx,
  deps: Pick<Deps, 'broadcaster'>,
  wanted: ParsedBody<typeof createCall>,
  acting: Acting,
): Promise<number> {
  const { userId, language, now } = acting;
  const { category, subject, message, attachments } = wanted;
  const reference = wanted.reference ? await getReference(tx, userId, wanted.reference, language) : null;
  const ticket = await openTicket(tx, { userId, category, subject, reference, followsId: null }, now);
  await addMessage(tx, ticket, { author: 'member', body: message, attachments }, now);
  await auditMember(tx, acting, 'ticket.created', { ticket: ticket.id, category });
  await tellPages(tx, deps, ticket, ticketUpdated, acting.socketId);
  return ticket.id;
}

/**
 * Adds the member's message. It opens a closed ticket again for 14 days; later it begins the follow-up, or goes on in
 * the one that there is. The same key does it once.
 * @throws NotFound; Conflict `ticket_closed` if the club closed the ticket after the member saw it open; InvalidFields
 * at `attachments`
 */
export function replyToTicket(
  deps: WritingDeps,
  id: number,
  wanted: ParsedBody<typeof replyCall>,
  key: string,
  acting: Acting,
): Promise<Written> {
  const { userId, now, language } = acting;
  // What the member saw decides whether to ask, not what is done.
  const { seen_status: seen, ...request } = wanted;
  const asked = { userId, key, request: ['replyToTicket', id, request], now, german: language === 'de' };
  return once(deps.db, asked, (remember) =>
    transaction(deps.db, async (tx) => {
      const found = await lockTicket(tx, id, userId);
      if (!found) throw new NotFound();
      if (found.status === 'closed' && found.closedBy !== 'member' && seen && seen !== 'closed') {
        throw new Conflict('ticket_closed', textsIn(language).closedMeanwhile);
      }
      const ticket = await takeUp(tx, found, now);
      const { message: body, attachments } = wanted;
      await addMessage(tx, ticket, { author: 'member', body, attachments }, now);
      if (wanted.close) await setStatus(tx, ticket, 'closed', now, 'member');
      await auditMember(tx, acting, 'ticket.replied', { ticket: ticket.id, ...(wanted.close && { closed: true }) });
      await tellPages(tx, deps, ticket, ticketUpdated, acting.socketId);
      const answer = { status: 201, body: { id: ticket.id } };
      await remember(tx, answer);
      return answer;
    }),
  );
}

/** Returns the ticket that takes the member's reply: this one, which becomes open, or a follow-up. */
async function takeUp(tx: Tx, ticket: TicketRow, now: Date): Promise<TicketRow> {
  if (ticket.status === 'waiting_for_customer') return setStatus(tx, ticket, 'open', now);
  if (ticket.status !== 'closed') return ticket;
  if (reopens(ticket, now)) return setStatus(tx, ticket, 'open', now);
  // The lock on the old ticket lets only one reply begin the follow-up.
  const [next] = await tx
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(eq(supportTickets.followsId, ticket.id));
  const followUp = next && (await lockTicket(tx, next.id));
  if (followUp) return takeUp(tx, followUp, now);
  const { userId, category, subject, referenceKind: kind, referenceLabel: label } = ticket;
  const reference = kind && label ? { kind, label } : null;
  return openTicket(tx, { userId, category, subject, reference, followsId: ticket.id }, now);
}

/** Writes the audit row of a step of the member. */
export const auditMember = (tx: Tx, acting: Acting, action: string, detail: Record<string, unknown>): Promise<void> =>
  writeAudit(tx, acting.now, {
    action,
    actorId: acting.userId,
    userId: acting.userId,
    ip: acting.ip,
    requestId: acting.requestId,
    detail,
  });
