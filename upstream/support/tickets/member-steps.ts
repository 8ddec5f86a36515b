/** What members do with their tickets besides writing: read, close, open again, rate. */
import { and, eq, lt } from 'drizzle-orm';
import { realtimeNames } from '../../contract/realtime';
import type { ParsedBody } from '../../contract/shapes';
import type { rateTicket as rateCall } from '../../contract/support-tickets';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, NotFound } from '../../http/problems';
import { lockTicket, reopens, setStatus, type TicketRow } from './ticket-steps';
import { supportMessages, supportTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';
import { tellPages } from './unread';
import { type Acting, auditMember } from './write';

type StepDeps = Pick<Deps, 'db' | 'broadcaster'>;

const { ticketUpdated } = realtimeNames.events;

/**
 * Marks the replies up to a message as read. Later ones stay unread, whenever they come.
 * @throws NotFound for the tickets of others, and for messages of other tickets
 */
export async function markAsRead(deps: StepDeps, id: number, upTo: string, acting: Acting): Promise<void> {
  const { userId, socketId } = acting;
  await transaction(deps.db, async (tx) => {
    const [seen] = await tx
      .select({ replies: supportMessages.replies })
      .from(supportMessages)
      .where(and(eq(supportMessages.id, upTo), eq(supportMessages.ticketId, id), eq(supportMessages.userId, userId)));
    if (!seen) throw new NotFound();
    const marked = await tx
      .update(supportTickets)
      .set({ seenReplies: seen.replies })
      .where(and(eq(supportTickets.id, id), lt(supportTickets.seenReplies, seen.replies)))
      .returning({ id: supportTickets.id });
    if (marked.length === 0) return;
    await auditMember(tx, acting, 'ticket.read', { ticket: id });
    await tellPages(tx, deps, { id, userId }, ticketUpdated, socketId);
  });
}

/** Closes the member's ticket. Does nothing if it is closed. @throws NotFound */
export const closeTicket = (deps: StepDeps, id: number, acting: Acting): Promise<void> =>
  step(deps, id, acting, 'ticket.closed', async (tx, ticket) => {
    if (ticket.status === 'closed') return false;
    await setStatus(tx, ticket, 'closed', acting.now, 'member');
    return true;
  });

/** Opens the member's closed ticket again. Does nothing if it is not closed. @throws NotFound; Conflict `too_late` */
export const reopenTicket = (deps: StepDeps, id: number, acting: Acting): Promise<void> =>
  step(deps, id, acting, 'ticket.reopened', async (tx, ticket) => {
    if (ticket.status !== 'closed') return false;
    if (!reopens(ticket, acting.now)) throw new Conflict('too_late', textsIn(acting.language).tooLate);
    await setStatus(tx, ticket, 'open', acting.now);
    return true;
  });

/** Rates the member's closed ticket. A later rating replaces it. @throws NotFound; Conflict `not_closed` */
export const rateTicket = (
  deps: StepDeps,
  id: number,
  { good, comment = null }: ParsedBody<typeof rateCall>,
  acting: Acting,
): Promise<void> =>
  step(deps, id, acting, 'ticket.rated', async (tx, ticket) => {
    if (ticket.status !== 'closed') throw new Conflict('not_closed', textsIn(acting.language).notClosed);
    if (ticket.ratingGood === good && ticket.ratingComment === comment) return false;
    await tx.update(supportTickets).set({ ratingGood: good, ratingComment: comment }).where(eq(supportTickets.id, id));
    return true;
  });

/** Locks the member's ticket, does the step, and tells audit log and pages if it changed something. */
const step = (
  deps: StepDeps,
  id: number,
  acting: Acting,
  action: string,
  work: (tx: Tx, ticket: TicketRow) => Promise<boolean>,
): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, id, acting.userId);
    if (!ticket) throw new NotFound();
    if (!(await work(tx, ticket))) return;
    await auditMember(tx, acting, action, { ticket: id });
    await tellPages(tx, deps, ticket, ticketUpdated, acting.socketId);
  });
