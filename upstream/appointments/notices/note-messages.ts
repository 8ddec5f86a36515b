/** Notes in a transaction what holders are to be told. A job tells them after the commit, each once. */
import { sql } from 'drizzle-orm';
import type { TicketStatus } from '../../contract/appointments';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { appointmentMessages } from './messages.tables';

type Message = Pick<
  typeof appointmentMessages.$inferInsert,
  'appointmentLabel' | 'ticketId' | 'event' | 'detail' | 'at'
>;

/** @param messages all of one appointment */
export async function noteMessages(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, messages: Message[]): Promise<void> {
  const [first] = messages;
  if (!first) return;
  await tx.insert(appointmentMessages).values(messages);
  await jobs.enqueue(tx, 'appointment-notice', { label: first.appointmentLabel });
}

interface ForHolders extends Pick<Message, 'event' | 'detail'> {
  label: string;
  /** The states of the tickets that are told. */
  statuses: readonly TicketStatus[];
}

/** Notes the same for every ticket in some states, however many there are. Returns how many. */
export async function noteForHolders(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { label, event, detail = {}, statuses }: ForHolders,
  now: Date,
): Promise<number> {
  const states = sql.join(
    statuses.map((status) => sql`${status}`),
    sql`, `,
  );
  const { rowCount } = await tx.execute(sql`
    insert into ${appointmentMessages} (appointment_label, ticket_id, event, detail, at)
    select appointment_label, id, ${event}::text, ${JSON.stringify(detail)}::jsonb, ${now.toISOString()}::timestamptz
    from appointment_tickets where appointment_label = ${label} and status in (${states}) order by id`);
  const noted = rowCount ?? 0;
  if (noted > 0) await jobs.enqueue(tx, 'appointment-notice', { label });
  return noted;
}
