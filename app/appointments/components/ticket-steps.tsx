import type { TicketStatus } from '../../../upstream/contract/appointments';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Money } from '../../ui/money';
import type { Step } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { LoadedTicket } from '../ticket.server';
import { isOver } from '../ticket-states';

type Shown = Pick<LoadedTicket['ticket'], 'status' | 'timeline' | 'price' | 'appointment' | 'offer_expires_at'>;

/** Returns the steps of a ticket: what happened, where it stands, and what is to come. */
export function useTicketSteps(): (ticket: Shown) => Step[] {
  const { t } = useTranslation('appointment');
  return (ticket) => {
    const { status, timeline, price, appointment, offer_expires_at } = ticket;
    const at = (wanted: TicketStatus) => timeline.filter((one) => one.status === wanted).pop()?.at;
    const timeOf = (wanted: TicketStatus) => {
      const time = at(wanted);
      return time ? <Time at={time} relative={false} /> : null;
    };
    const step = (name: TicketStatus | 'paid' | 'valid', state: Step['state'], note?: Step['note']): Step => ({
      ...{ title: t(`step.${name}`), state, note },
    });
    const past = (name: TicketStatus): Step[] => (at(name) ? [step(name, 'done', timeOf(name))] : []);
    const paid = price ? [step('paid', 'done', <Money amount={price} currency={appointment.currency} />)] : [];
    const ahead = (...names: (TicketStatus | 'paid')[]) => names.map((name) => step(name, 'ahead'));
    // Nobody is checked in to an appointment online.
    const last: TicketStatus[] = appointment.location ? ['checked_in'] : [];
    const valid = [
      step('valid', 'current', t(appointment.location ? 'step.show_it' : 'step.join_it')),
      ...ahead(...last),
    ];
    switch (status) {
      case 'waitlisted':
        return [step('waitlisted', 'current', timeOf('waitlisted')), ...ahead('offered', 'registered', ...last)];
      case 'offered': {
        const until = offer_expires_at ? <Time at={offer_expires_at} relative={false} /> : null;
        return [...past('waitlisted'), step('offered', 'current', until), ...ahead('registered', ...last)];
      }
      case 'reserved':
        return [
          ...past('waitlisted'),
          step('reserved', 'current', timeOf('reserved')),
          ...ahead('paid', 'registered', ...last),
        ];
      case 'registered':
        return [...past('waitlisted'), ...past('registered'), ...paid, ...(isOver(ticket) ? [] : valid)];
      case 'checked_in':
        return [
          ...past('waitlisted'),
          ...past('registered'),
          ...paid,
          step('checked_in', 'done', timeOf('checked_in')),
        ];
      default:
        return [
          ...past('waitlisted'),
          ...past('registered'),
          step(status, status === 'no_show' ? 'failed' : 'ended', timeOf(status)),
        ];
    }
  };
}
