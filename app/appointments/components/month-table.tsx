import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { clockTimeIn, weekdayName } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { Icon } from '../../ui/icon';
import type { IconName } from '../../ui/icon-names';
import { Link } from '../../ui/link';
import { monthName } from '../../ui/month-names';
import { appointmentPath, type ListFilters, listPath, ticketPath } from '../appointment-path';
import type { DayEntry } from '../list.server';
import { monthAfter, weeksOf } from '../month';

const SIGNS: Record<DayEntry['kind'], IconName> = { onsite: 'pin', online: 'globe' };

/** Returns `December 2026`. */
export function useMonthTitle(): (month: string) => string {
  const { language } = useFormat();
  return (month) => `${monthName(Number(month.slice(5)), language)} ${month.slice(0, 4)}`;
}

interface MonthTableProps {
  month: string;
  today: string;
  days: DayEntry[];
  filters: ListFilters;
}

/** A month as a real table, with links to its appointments and to the months beside it. */
export function MonthTable({ month, today, days, filters }: MonthTableProps) {
  const { t } = useTranslation('appointment');
  const { language } = useFormat();
  const titleOf = useMonthTitle();
  const link = (by: number, rel: 'prev' | 'next') => {
    const other = monthAfter(month, by);
    return (
      <Link className="tap" to={`${listPath({ ...filters, month: other })}#month`} rel={rel}>
        {monthName(Number(other.slice(5)), language)}
      </Link>
    );
  };
  return (
    <Card
      id="month"
      title={titleOf(month)}
      end={
        <nav className="row small no-print" aria-label={t('month.other')}>
          {link(-1, 'prev')} {link(1, 'next')}
        </nav>
      }
    >
      <table className="month kept">
        <caption className="vh">{t('month.caption', { month: titleOf(month) })}</caption>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <th key={day} scope="col">
                <abbr title={weekdayName(day, language)}>{weekdayName(day, language).slice(0, 2)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month has nothing else, and none moves
                <td key={at} aria-current={day === today ? 'date' : undefined}>
                  {day ? <Day day={day} entries={days.filter((entry) => entry.day === day)} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Paper shows no signs: the table has the words. */}
      <p className="chips no-print">
        <Badge tone="good">{t('month.yours')}</Badge> <Badge icon="pin">{t('kind.onsite')}</Badge>{' '}
        <Badge icon="globe">{t('kind.online')}</Badge>
      </p>
    </Card>
  );
}

function Day({ day, entries }: { day: string; entries: DayEntry[] }) {
  const { timeZone } = useFormat();
  return (
    <>
      <span className="num">{Number(day.slice(8))}</span>
      {entries.map(({ label, kind, title, at, hasTicket }) => (
        <Link key={label} to={hasTicket ? ticketPath(label) : appointmentPath(label)}>
          <Icon name={hasTicket ? 'check' : SIGNS[kind]} />{' '}
          <span className="t">
            {clockTimeIn(new Date(at).getTime(), timeZone)} {title}
          </span>
        </Link>
      ))}
    </>
  );
}
