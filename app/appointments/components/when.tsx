import { useTranslation } from '../../platform/i18n/use-translation';
import { calendarDayIn, clockTimeIn, formatTime } from '../../ui/dates';
import { useFormat } from '../../ui/format';

export interface Span {
  starts_at: string;
  ends_at: string;
}

/** Returns the words of a span of time: one day with two times, or two days if it ends on another one. */
export function useSpanWords(): (span: Span, timeZone?: string) => string {
  const { t } = useTranslation('appointment');
  const format = useFormat();
  const { language } = format;
  return ({ starts_at, ends_at }, timeZone = format.timeZone) => {
    const start = new Date(starts_at).getTime();
    const end = new Date(ends_at).getTime();
    const isOneDay = calendarDayIn(start, timeZone) === calendarDayIn(end, timeZone);
    const to = formatTime(ends_at, 'time', language, timeZone);
    return t('when.span', {
      day: formatTime(starts_at, 'day', language, timeZone),
      from: isOneDay ? clockTimeIn(start, timeZone) : formatTime(starts_at, 'time', language, timeZone),
      to: isOneDay ? to : `${formatTime(ends_at, 'day', language, timeZone)}, ${to}`,
    });
  };
}

interface WhenProps {
  span: Span & { timezone: string; location: string | null };
  /** What goes on after the member's own time, on the same line. */
  children?: React.ReactNode;
}

/** When it is, in the member's time zone. If the clocks of the place show something else, it says that, too. */
export function When({ span, children }: WhenProps) {
  const { t } = useTranslation('appointment');
  const { timeZone } = useFormat();
  const words = useSpanWords();
  const start = new Date(span.starts_at).getTime();
  const differs = clockTimeIn(start, timeZone) !== clockTimeIn(start, span.timezone);
  return (
    <>
      <time dateTime={span.starts_at}>{words(span)}</time>
      {children}
      {differs && span.location ? (
        <>
          <br />
          <span className="small">{t('when.there', { when: words(span, span.timezone), zone: span.timezone })}</span>
        </>
      ) : null}
    </>
  );
}
