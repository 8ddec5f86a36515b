import { useTranslation } from '../../platform/i18n/use-translation';
import { calendarDayIn, relativeTime } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { useMinute } from '../../ui/time';

const DAY = 86_400_000;

/** With script: how long it is until then. The date beside it says the same without script. */
export function Countdown({ at }: { at: string }) {
  const { t } = useTranslation('appointment');
  const { language, timeZone } = useFormat();
  const now = useMinute();
  const start = new Date(at).getTime();
  if (now === null || start <= now) return null;
  const near = relativeTime(at, now, language);
  if (near && start - now < 2 * DAY) return <>, {near}</>;
  const dayAt = (time: number) => new Date(calendarDayIn(time, timeZone)).getTime();
  return <>, {t('event.in_days', { count: Math.round((dayAt(start) - dayAt(now)) / DAY) })}</>;
}
