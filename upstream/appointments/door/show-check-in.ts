/** Shows an attempt at the door in the shape of the contract. */
import type { CheckIn } from '../../contract/appointments-door';
import type { Language } from '../../http/env';
import type { AppointmentRow } from '../appointment-times';
import { titleIn } from '../show-appointment';
import type { TicketRow } from '../tickets/show-ticket';
import type { appointmentCheckIns } from './door.tables';

export type Attempt = Pick<typeof appointmentCheckIns.$inferSelect, 'code' | 'outcome' | 'since' | 'at'>;

interface Shown {
  attempt: Attempt;
  /** Null without a ticket. */
  ticket: TicketRow | null;
  /** The appointment of the ticket. */
  home: Pick<AppointmentRow, 'label' | 'title' | 'titleDe' | 'startsAt'> | null;
}

export function showCheckIn({ attempt, ticket, home }: Shown, language: Language): CheckIn {
  const { code, outcome, since, at } = attempt;
  return {
    outcome,
    code,
    name: ticket?.name ?? null,
    guests: (ticket?.guests ?? []).map((name) => ({ name })),
    places: ticket?.places ?? 0,
    notes: ticket?.notes ?? '',
    at: at.toISOString(),
    since: since?.toISOString() ?? null,
    other:
      outcome === 'other' && home
        ? { label: home.label, title: titleIn(home, language), starts_at: home.startsAt.toISOString() }
        : null,
  };
}
