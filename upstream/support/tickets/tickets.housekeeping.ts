/** Reminds members whom the club waits for, and closes what they do not answer (docs/product/support.md#tickets). */
import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { realtimeNames } from '../../contract/realtime';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { describeFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { findUser } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { addMessage, dayMs, lockTicket, setStatus, type TicketRow } from './ticket-steps';
import { closedNotice, closingText, reminderNotice } from './tickets.notices';
import { supportTickets } from './tickets.tables';
import { tellPages } from './unread';

const reminderMs = 7 * dayMs;
const closingMs = 14 * dayMs;
/** One round does no more, so that it ends. The next one goes on. */
const mostAtOnce = 500;

/**
 * Reminds once after more than 7 days of waiting for the member, and closes after 14 days. Each ticket has its own
 * transaction, which looks again under the lock, so several processes may do this at once, and any may be killed.
 */
export async function tidyTickets(deps: Deps, now: Date): Promise<void> {
  const { id, status, statusSince, remindedAt } = supportTickets;
  const due = await deps.db
    .select({ id })
    .from(supportTickets)
    .where(
      and(
        eq(status, 'waiting_for_customer'),
        or(
          lte(statusSince, new Date(now.getTime() - closingMs)),
          and(lt(statusSince, new Date(now.getTime() - reminderMs)), isNull(remindedAt)),
        ),
      ),
    )
    .orderBy(asc(statusSince), asc(id))
    .limit(mostAtOnce);
  for (const one of due) {
    await transaction(deps.db, (tx) => tidyTicket(tx, deps, one.id, now)).catch((error: unknown) =>
      deps.log.error({ ticket: one.id, ...describeFailure(error) }, 'a waiting ticket could not be tidied'),
    );
  }
}

async function tidyTicket(tx: Tx, deps: Deps, id: number, now: Date): Promise<void> {
  const ticket = await lockTicket(tx, id);
  if (ticket?.status !== 'waiting_for_customer') return;
  const waited = now.getTime() - ticket.statusSince.getTime();
  if (waited >= closingMs) await close(tx, deps, ticket, now);
  else if (waited > reminderMs && ticket.remindedAt === null) await remind(tx, deps, ticket, now);
}

async function close(tx: Tx, deps: Deps, ticket: TicketRow, now: Date): Promise<void> {
  const member = await findUser(tx, ticket.userId);
  const body = closingText(member?.language ?? 'en');
  await addMessage(tx, ticket, { author: 'club', body }, now);
  await setStatus(tx, ticket, 'closed', now, 'time');
  await audit(tx, ticket, 'ticket.closed', now);
  await createNotification({ ...deps, db: tx }, closedNotice(ticket, null, now));
  await tellPages(tx, deps, ticket, realtimeNames.events.ticketReplied);
}

async function remind(tx: Tx, deps: Deps, ticket: TicketRow, now: Date): Promise<void> {
  await tx.update(supportTickets).set({ remindedAt: now }).where(eq(supportTickets.id, ticket.id));
  await audit(tx, ticket, 'ticket.reminded', now);
  await createNotification({ ...deps, db: tx }, reminderNotice(ticket, now));
}

const audit = (tx: Tx, { id, userId }: TicketRow, action: string, now: Date) =>
  writeAudit(tx, now, { action, actorId: null, userId, detail: { ticket: id, by: 'time' } });
