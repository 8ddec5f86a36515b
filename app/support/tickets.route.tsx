import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { ErrorSummary } from '../ui/error-summary';
import { Pagination } from '../ui/pagination';
import { SupportNav } from './components/support-nav';
import { TicketSearch, TicketStates } from './components/ticket-filter';
import { documentSheet, TicketSheet } from './components/ticket-sheet';
import { TicketTable } from './components/ticket-table';
import { TICKETS, ticketsPath } from './ticket-filters';
import { loadTickets } from './tickets.server';
import { useRepliesInList } from './use-new-replies';

export const handle = {
  title: 'titles.tickets',
  gate: 'member',
  sheet: documentSheet,
  modules: ['support'],
  permission: 'support.view',
  i18n: ['support'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadTickets(await requireMember(args, handle));
  return data(page, { status: page.errors.q.length > 0 ? 422 : 200 });
}

export default function Tickets() {
  const { t } = useTranslation('support');
  const { typed, errors, counts, page, tickets, mayWrite } = useLoaderData<typeof loader>();
  const faults = errors.q.map((message) => ({ fieldId: 'tickets-q', message }));
  useRefusal(faults.length > 0, errors, 'tickets');
  const isSearch = typed.q !== '' && faults.length === 0;
  const isFiltered = typed.q !== '' || typed.state !== '';
  const spoken = useRepliesInList(tickets, !isFiltered && page.current_page === 1);
  const hasAny = counts.some(({ count }) => count > 0);
  return (
    <>
      <TicketSheet />
      <div className="head">
        <h1>{t('common:titles.tickets')}</h1>
      </div>
      <SupportNav />
      <div className="stack stack-l">
        <p className="vh" role="status">
          {spoken ? t('tickets.arrived', { subject: spoken }) : null}
        </p>
        <ErrorSummary errors={faults} attempt={errors} />
        {hasAny ? (
          <div className="row row-ends no-print">
            <TicketSearch typed={typed} errors={errors.q} />
            {mayWrite ? <NewTicket /> : null}
          </div>
        ) : null}
        <Card
          title={
            isSearch ? t('tickets.found', { q: typed.q }) : t(typed.state ? `state.${typed.state}` : 'tickets.all')
          }
          flush
          end={hasAny ? <TicketStates typed={typed} counts={counts} /> : undefined}
        >
          {tickets.length > 0 ? <TicketTable tickets={tickets} /> : null}
          <div className="pad">
            {tickets.length > 0 ? (
              <>
                {page.hasMore ? <p className="small muted">{t('tickets.too_many', { most: page.total })}</p> : null}
                <Pagination page={page} href={(number) => ticketsPath(typed, number)} label={t('tickets.pages')} />
              </>
            ) : faults.length > 0 ? null : isFiltered ? (
              <EmptyState
                title={t('tickets.none_found')}
                action={<LinkButton to={TICKETS}>{t('tickets.clear')}</LinkButton>}
              >
                {t('tickets.none_found_text')}
              </EmptyState>
            ) : (
              <EmptyState title={t('tickets.none')} action={mayWrite ? <NewTicket /> : undefined}>
                {t('tickets.none_text')}
              </EmptyState>
            )}
          </div>
        </Card>
        {hasAny ? <p className="small muted measure">{t('tickets.rules')}</p> : null}
      </div>
    </>
  );
}

function NewTicket() {
  const { t } = useTranslation('support');
  return (
    <LinkButton icon="plus" to="/support/contact/categories">
      {t('tickets.new')}
    </LinkButton>
  );
}
