import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { APPOINTMENTS, type ListFilters, listPath } from './appointment-path';
import { AppointmentSheet, documentSheet } from './components/appointment-sheet';
import { CalendarCard } from './components/calendar-card';
import { ListLine } from './components/list-line';
import { KindLinks, ListTabs } from './components/list-nav';
import { MonthTable, useMonthTitle } from './components/month-table';
import { Offers } from './components/offers';
import { changeList, loadList } from './list.server';

export const handle = {
  title: 'titles.appointments',
  gate: 'member',
  sheet: documentSheet,
  modules: ['wallet', 'appointment'],
  permission: 'appointment.view',
  i18n: ['appointment'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadList(await requireMember(args, handle));
}

export async function action(args: ActionFunctionArgs) {
  return changeList(args, await requireMember(args, handle));
}

export default function Appointments() {
  const { t } = useTranslation('appointment');
  const { filters, month, today, page, lines, days, mine, offers, feed, opensDoors } = useLoaderData<typeof loader>();
  const monthTitle = useMonthTitle();
  const title = filters.month
    ? t('list.in', { month: monthTitle(month) })
    : t(filters.past ? 'list.past' : 'list.upcoming');
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        <h1>{t('common:titles.appointments')}</h1>
      </div>
      <ListTabs filters={filters} opensDoors={opensDoors} />
      <div className="grid">
        <Offers offers={offers} />
        <div className="w8 stack stack-l">
          <Card title={title} end={<KindLinks filters={filters} mine={mine} />}>
            {lines.length > 0 ? (
              <>
                <ul className="lines">
                  {lines.map((line) => (
                    <ListLine key={line.label} line={line} />
                  ))}
                </ul>
                <Pagination page={page} href={(number) => listPath(filters, number)} label={t('list.pages')} />
              </>
            ) : (
              <NoAppointments filters={filters} />
            )}
          </Card>
        </div>
        {feed ? <CalendarCard feed={feed} /> : null}
        {days ? <MonthTable month={month} today={today} days={days} filters={filters} /> : null}
      </div>
    </>
  );
}

function NoAppointments({ filters: { kind, mine, past, month } }: { filters: ListFilters }) {
  const { t } = useTranslation('appointment');
  if (past && !kind && !mine) return <EmptyState title={t('list.none_past')}>{t('list.none_past_text')}</EmptyState>;
  if (!kind && !mine && !month) return <EmptyState title={t('list.none')}>{t('list.none_text')}</EmptyState>;
  return (
    <EmptyState title={t('list.none_found')} action={<LinkButton to={APPOINTMENTS}>{t('list.show_all')}</LinkButton>}>
      {t('list.none_found_text')}
    </EmptyState>
  );
}
