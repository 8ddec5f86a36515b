import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { formatTime, weekdayName } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import type { ShownTime } from '../contact.server';

/** When an answer may be expected, with the hours of the office. */
export function AnswerTimeCard({ time }: { time: ShownTime }) {
  const { t } = useTranslation('support');
  return (
    <Card title={t('answer_time.title')}>
      <div className="stack">
        <p>
          {t('answer_time.likely')} <strong>{useAnswerWords(time)}</strong>.
        </p>
        <p className="small muted">
          {useOfficeHours(time)} <AnswersWithin median={time.median} />
        </p>
      </div>
    </Card>
  );
}

/** Returns "today before 16:00" and the like. */
export function useAnswerWords({ words, hours }: ShownTime): string {
  const { t } = useTranslation('support');
  const { language } = useFormat();
  if (!('day' in words)) return t(`answer_time.${words.kind}`, { ...words });
  const day = formatTime(words.day, 'day', language, hours.zone);
  const [weekday = ''] = day.split(',');
  return t(`answer_time.${words.kind}`, { ...words, day: words.kind.startsWith('weekday') ? weekday : day });
}

function useOfficeHours({ hours: { days, isRange, from, until, zone } }: ShownTime): string {
  const { t } = useTranslation('support');
  const { language, timeZone } = useFormat();
  const names = days.map((day) => weekdayName(day, language));
  const [first = '', last = ''] = names;
  const values = { days: isRange ? t('answer_time.range', { first, last }) : names.join(', '), from, until };
  return zone === timeZone
    ? t('answer_time.office', values)
    : t('answer_time.office_zone', { ...values, zone: zone.replace(/^.*\//, '').replaceAll('_', ' ') });
}

/** How long the answers of the last 30 days took; nothing if the club has too few of them. */
export function AnswersWithin({ median }: Pick<ShownTime, 'median'>) {
  const { t } = useTranslation('support');
  return median ? t(`answer_time.within_${median.unit}`, { count: median.count }) : null;
}
