import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { type Step, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { ShownTicket } from '../ticket.server';
import { STATES } from '../ticket-states';

/** The product's stepper with the four plain labels. */
export function TicketProgress({ ticket }: { ticket: ShownTicket }) {
  const { t } = useTranslation('support');
  const notes = useNotes(ticket);
  const { state } = ticket;
  const reached = STATES.indexOf(state);
  const shown = STATES.filter((one) => {
    // A ticket that waits for nobody is never the member's turn.
    if (one === 'your_turn') return state === one;
    // It can be closed before anybody worked on it.
    return one !== 'worked_on' || state !== 'done' || ticket.wasWorkedOn;
  });
  const steps = shown.map((one): Step => {
    const at = STATES.indexOf(one);
    const isDone = at < reached || (one === 'done' && state === 'done');
    return {
      title: t(`state.${one}`),
      note: at <= reached ? notes[one] : undefined,
      state: isDone ? 'done' : at === reached ? 'current' : 'ahead',
    };
  });
  return (
    <Card title={t('ticket.progress')}>
      <Stepper steps={steps} />
    </Card>
  );
}

function useNotes({ created_at, assigned_to, status_since, state, closed_by, closed_at }: ShownTicket) {
  const { t } = useTranslation('support');
  const since = status_since ? (
    <>
      {t('ticket.since')} <Time at={status_since} format="short" />
    </>
  ) : null;
  return {
    received: <Time at={created_at} />,
    worked_on: (
      <>
        {assigned_to}
        {assigned_to && state === 'worked_on' && since ? ', ' : null}
        {state === 'worked_on' ? since : null}
      </>
    ),
    your_turn: (
      <>
        {t('ticket.answer_us')} {since}
      </>
    ),
    done: (
      <>
        {closed_by ? t(`ticket.closed_by.${closed_by}`) : null}
        {closed_by && closed_at ? ', ' : null}
        {closed_at ? <Time at={closed_at} /> : null}
      </>
    ),
  };
}
