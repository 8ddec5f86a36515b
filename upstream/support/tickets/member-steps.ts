/** What members do with their tickets besides writing: read, close, open again, rate. */
import { eq, sql } from 'drizzle-orm';
import { realtimeNames } from '../../contract/realtime';
import type { ParsedBody } from '../../contract/shapes';
import type { rateTicket as rateCall } from '../../contract/support-tickets';
import { auditLog } from '../../database/audit.tables';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, NotFound } from '../../http/problems';
import { readNotifications } from '../../notifications/notifications';
import { notifications } from '../../notifications/notifications.tables';
import { lockTicket, reopens, setStatus, type TicketRow } from './ticket-steps';
import { ticketUrl } from './tickets.notices';
import { supportMessages, supportTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';
import { tellPages, tellPagesNow } from './unread';
import { type Acting, auditMember } from './write';

type StepDeps = Pick<Deps, 'db' | 'broadcaster'>;

const { ticketUpdated } = realtimeNames.events;

/**
 * Marks the replies up to a message as read, and what the member was told of them. Later ones stay unread, whenever they
 * come. It is one statement, because it goes with the first look at each reply.
 * @throws NotFound for the tickets of others, and for messages of other tickets
 */
export async function markAsRead(deps: StepDeps, id: number, upTo: string, acting: Acting): Promise<void> {
  const { userId, now, ip, requestId, socketId } = acting;
  const { replies, ticketId, author, createdAt } = supportMessages;
  const isOfTicket = eq(notifications.url, ticketUrl(id));
  // A notification of a reply that came later, while the page was made, is not one of them.
  const isOfLater = sql`exists (select from ${supportMessages}, seen where ${ticketId} = ${id} and ${author} <> 'member'
    and ${replies} > seen.replies and ${createdAt} <= ${notifications.createdAt})`;
  const { rows } = await deps.db.execute<{ is_there: boolean; is_changed: boolean }>(sql`
    with seen as (
      select ${replies} from ${supportMessages}
      where ${supportMessages.id} = ${upTo} and ${ticketId} = ${id} and ${supportMessages.userId} = ${userId}
    ), marked as (
      update ${supportTickets} set seen_replies = seen.replies from seen
      where ${supportTickets.id} = ${id} and ${supportTickets.seenReplies} < seen.replies returning ${supportTickets.id}
    ), told as (
      ${readNotifications(acting, sql`${isOfTicket} and exists (select from seen) and not ${isOfLater}`)}
    ), noted as (
      insert into ${auditLog} (at, action, actor_id, user_id, ip, request_id, detail)
      select ${now.toISOString()}::timestamptz, 'ticket.read', ${userId}::integer, ${userId}::integer, ${ip}::text, ${requestId}::text,
        jsonb_build_object('ticket', marked.id) from marked
    )
    select exists (select from seen) as is_there, exists (select from marked) or exists (select from told) as is_changed`);
  if (!rows[0]?.is_there) throw new NotFound();
  if (rows[0].is_changed) await tellPagesNow(deps, { id, userId }, ticketUpdated, socketId);
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
