import type { AppointmentStatus, TicketStatus } from '../../upstream/contract/appointments';
import type { Tone } from '../ui/badge';

/** The tone of each state of a ticket. */
export const TONES: { [S in TicketStatus]: Tone | undefined } = {
  waitlisted: 'warn',
  offered: 'warn',
  reserved: 'warn',
  registered: 'good',
  checked_in: 'good',
  canceled: 'stop',
  expired: 'stop',
  no_show: undefined,
};

/** A ticket that is over gives its holder nothing any more, so the member may register again. */
export const isLive = (status: TicketStatus): boolean => !['canceled', 'expired', 'no_show'].includes(status);

interface HeldTicket {
  status: TicketStatus;
  appointment: { status: AppointmentStatus };
}

/** Whether its appointment has ended, so that a ticket that was valid is a memory. */
export const isOver = ({ status, appointment }: HeldTicket): boolean =>
  (status === 'registered' || status === 'checked_in') && appointment.status === 'finished';

/** Whether the ticket still opens the door. */
export const opensDoor = (ticket: HeldTicket): boolean => ticket.status === 'registered' && !isOver(ticket);

export type ListedState = TicketStatus | 'full' | 'closed' | 'not_open' | 'appointment_canceled' | null;

interface Known {
  status: AppointmentStatus;
  registration_opens_at: string;
  my_ticket: { status: TicketStatus } | null;
}

/** What a list says of an appointment beside its title: the member's own ticket, or else why there is no place. */
export function stateOf({ status, my_ticket, registration_opens_at }: Known, now: number): ListedState {
  if (status === 'canceled') return 'appointment_canceled';
  if (my_ticket && (isLive(my_ticket.status) || status === 'finished')) return my_ticket.status;
  if (status === 'full') return 'full';
  if (status === 'closed') return new Date(registration_opens_at).getTime() > now ? 'not_open' : 'closed';
  return null;
}
