import { useTranslation } from '../platform/i18n/use-translation';
import { Card } from '../ui/card';
import { useFormat } from '../ui/format';
import { Link } from '../ui/link';
import { formatNumber } from '../ui/numbers';

/** The size of the team, in one line. */
export function TeamCard({ data: { firstline } }: { data: { firstline: number | null } }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <Card
      title={t('dashboard.team.title')}
      end={<Link to="/affiliate">{t('dashboard.team.open')}</Link>}
      width={7}
      fill
    >
      {firstline === null ? (
        <p className="muted">{t('dashboard.team.nobody')}</p>
      ) : (
        <p>
          <strong className="num">{formatNumber(firstline, 'members', language)}</strong>{' '}
          {t('dashboard.team.members', { count: firstline })}
        </p>
      )}
    </Card>
  );
}
