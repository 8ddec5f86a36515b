import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import { Timeline } from '../../ui/timeline';
import type { ShownHarvest } from '../harvest.server';

/** Who drew the statement up, who approved it, and when it was paid out. */
export function Checked({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { recorded_at, recorded_by, approved_at, approved_by, paid_at, pool, members, isCorrection } = harvest;
  const booked = pool === '0.00' ? t('nothing_booked') : t('booked_all', { count: members });
  return (
    <Card title={t('checked')}>
      <Timeline
        entries={[
          { at: recorded_at, text: t(isCorrection ? 'correction_recorded_by' : 'recorded_by', { name: recorded_by }) },
          { at: approved_at, text: t(isCorrection ? 'correction_approved_by' : 'approved_by', { name: approved_by }) },
          ...(paid_at ? [{ at: paid_at, text: booked }] : []),
        ]}
      />
    </Card>
  );
}

/** Why the statement was corrected, what that changed for the member, and the version before. */
export function Corrections({ harvest: { id, corrections, currency, mine } }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  if (corrections.length === 0) return null;
  return (
    <Card title={t('corrections')}>
      <ol className="timeline small">
        {corrections.map(({ version, replaced_version: replaced, at, reason, difference }) => (
          <li key={version}>
            <Time at={at} relative={false} />
            {t('version', { version })}: {reason}
            {mine
              ? ` (${t('for_you', { amount: formatMoney(difference, currency, language, { signed: true }) })})`
              : null}{' '}
            <Link className="no-print" to={`/growing/harvest/${id}?version=${replaced}`}>
              {t('before', { version: replaced })}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
