import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { AskLink } from '../support/ask-link';
import { LinkButton } from '../ui/button';
import { Link } from '../ui/link';
import { WayBack } from '../ui/way-back';
import { APPOINTMENTS, appointmentPath, ticketPath } from './appointment-path';
import { AppointmentSheet, documentSheet } from './components/appointment-sheet';
import { CancelTicket } from './components/cancel-ticket';
import { KeepPass } from './components/keep-pass';
import { Pass } from './components/pass';
import { TicketProgress } from './components/ticket-progress';
import { changeTicket, type LoadedTicket, loadTicket } from './ticket.server';
import { isLive, isOver } from './ticket-states';

export const handle = {
  title: (data, t) => t('appointment:ticket.page_title', { title: (data as LoadedTicket).ticket.appointment.title }),
  step: (data, t) => {
    const { ticket, asksToCancel } = data as LoadedTicket;
    if (!asksToCancel || !ticket.actions.includes('cancel')) return null;
    if (ticket.status === 'waitlisted') return t('appointment:cancel.leave');
    return t('appointment:cancel.now', { count: 1 + ticket.guests.length });
  },
  gate: 'member',
  sheet: documentSheet,
  modules: ['appointment'],
  i18n: ['appointment'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadTicket(await requireMember(args, handle), args);
}

export async function action(args: ActionFunctionArgs) {
  return changeTicket(args, await requireMember(args, handle));
}

export default function TicketPage() {
  const { t } = useTranslation('appointment');
  const { ticket, hasCode, mayKeep, asksToCancel, hasList } = useLoaderData<typeof loader>();
  const { label } = ticket.appointment;
  const here = ticketPath(label);
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        {hasList ? <WayBack to={APPOINTMENTS}>{t('common:titles.appointments')}</WayBack> : null}
        <h1>{t('ticket.yours')}</h1>
      </div>
      <div className="grid">
        <Pass ticket={ticket} hasCode={hasCode} />
        <TicketProgress ticket={ticket} />
        <div className="w8 row no-print">
          {hasCode ? (
            <LinkButton
              kind={isOver(ticket) ? 'second' : 'primary'}
              to={`${here}/ticket.pdf`}
              reloadDocument
              icon="download"
            >
              {t('ticket.as_pdf')}
            </LinkButton>
          ) : null}
          {isLive(ticket.status) ? (
            <LinkButton kind="second" to={`${here}/ticket.ics`} reloadDocument icon="calendar">
              {t('ticket.calendar')}
            </LinkButton>
          ) : null}
          <KeepPass label={label} isValid={mayKeep} />
          <Link className="tap" to={appointmentPath(label)}>
            {t('ticket.about')}
          </Link>
        </div>
        {ticket.actions.includes('cancel') ? <CancelTicket ticket={ticket} isAsked={asksToCancel} /> : null}
        <AskLink text="ticket" category="appointments-events" about={{ q: `${ticket.appointment.title} (${label})` }} />
      </div>
    </>
  );
}
