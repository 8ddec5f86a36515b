import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Link } from '../ui/link';
import { WayBack } from '../ui/way-back';
import { readAttachments } from './attachments.server';
import { CloseTicket, Follows, ReopenTicket } from './components/close-ticket';
import { Conversation } from './components/conversation';
import { RatingForm } from './components/rating-form';
import { ReplyForm } from './components/reply-form';
import { TicketBadge } from './components/ticket-badge';
import { TicketProgress } from './components/ticket-progress';
import { documentSheet, TicketSheet } from './components/ticket-sheet';
import { referencePath } from './reference';
import { changeTicket, loadTicket, ticketIdIn } from './ticket.server';
import { TICKETS } from './ticket-filters';
import { useNewReplies } from './use-new-replies';

export const handle = {
  title: (data) => (data as Awaited<ReturnType<typeof loader>>).ticket.subject,
  gate: 'member',
  sheet: documentSheet,
  modules: ['support'],
  permission: 'support.view',
  i18n: ['support'],
  form: 'reply',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  return loadTicket(current, ticketIdIn(args));
}

export async function action(args: ActionFunctionArgs) {
  const attached = await readAttachments(args);
  const current = await requireMember(args, { ...handle, permission: 'support.write' });
  return changeTicket(args, current, attached);
}

/** A conflict tells that the page is out of date, so its data are loaded again beside the refusal. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function TicketPage() {
  const { t } = useTranslation('support');
  const { ticket, time, mayWrite, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const answered = (form: 'reply' | 'rate') =>
    answer && 'form' in answer && answer.form === form ? answer : undefined;
  const news = useNewReplies(ticket, 'reply');
  const { id, number, category, reference, state, messages } = ticket;
  const isClosed = state === 'done';
  // A new form after each message of the member, also of one that another tab sent.
  const own = messages.filter(({ author }) => !author.is_staff);
  return (
    <>
      <TicketSheet />
      <div className="head">
        <WayBack to={TICKETS}>{t('common:titles.tickets')}</WayBack>
        <h1>{ticket.subject}</h1>
        <p className="row small">
          <span className="muted">
            {t('ticket.number', { number })}, {t(`topics.${category}`)}
            {reference ? (
              <>
                , {t('tickets.about')}{' '}
                <Link className="ref" to={referencePath(reference)}>
                  {reference.label}
                </Link>
              </>
            ) : null}
          </span>{' '}
          <TicketBadge state={state} />
        </p>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          <Follows ticket={ticket} />
          <Conversation ticket={ticket} />
          <p className="vh" role="status">
            {news.spoken ? (
              <span key={news.spoken.id}>{t('ticket.arrived_from', { name: news.spoken.name })}</span>
            ) : null}
          </p>
          {isClosed && ticket.isAnswered && mayWrite ? (
            <RatingForm rating={ticket.rating ?? null} answer={answered('rate')} />
          ) : null}
          {mayWrite ? (
            <ReplyForm
              key={`${id} ${own[own.length - 1]?.id}`}
              ticket={ticket}
              time={time}
              idempotencyKey={idempotencyKey}
              answer={answered('reply')}
              isWaiting={news.isWaiting}
              onShow={news.show}
            />
          ) : null}
        </div>
        <div className="w4 stack stack-l">
          <TicketProgress ticket={ticket} />
          {mayWrite && !isClosed ? <CloseTicket /> : null}
          {mayWrite && ticket.mayReopen ? <ReopenTicket until={ticket.reopensUntil} /> : null}
        </div>
      </div>
    </>
  );
}
