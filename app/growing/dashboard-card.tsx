import { useTranslation } from '../platform/i18n/use-translation';
import { Card } from '../ui/card';
import { Growth, STAGES } from '../ui/growth';
import { Link } from '../ui/link';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import type { loadGrowingCard } from './dashboard-card.server';

type Data = Awaited<ReturnType<typeof loadGrowingCard>>;

/** The member's plants, one row for each stage, with the next harvest. */
export function GrowingCard({ data: { plants, stages, next, paid } }: { data: Data }) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.growing.title')} end={<Link to="/growing">{t('dashboard.growing.open')}</Link>}>
      <div className="stack">
        {plants === 0 ? (
          <p>
            {t('dashboard.growing.none')} <Link to="/growing/sale">{t('dashboard.growing.sales')}</Link>
          </p>
        ) : (
          <ul className="grid">
            {stages.map((one) => (
              <InStage key={one.stage} {...one} />
            ))}
          </ul>
        )}
        {next ? (
          <p className="small">
            {t('dashboard.growing.next', { count: next.plants, room: next.room })} <Time at={next.on} format="date" />
          </p>
        ) : null}
        {paid ? <LastPayout {...paid} /> : null}
      </div>
    </Card>
  );
}

function InStage({ stage, count, rooms }: Data['stages'][number]) {
  const { t } = useTranslation();
  const drawn = STAGES.find((one) => one === stage) ?? 'lost';
  return (
    <li className="said w4">
      <span className="in">
        <Growth stage={drawn} />
      </span>
      <div className="stack stack-s">
        <h3>{t('dashboard.growing.in_stage', { count, stage: t(`ui.growth.${stage}`) })}</h3>
        <p className="small muted">{rooms.join(', ')}</p>
      </div>
    </li>
  );
}

function LastPayout({ id, room, cycle, amount, currency, at }: NonNullable<Data['paid']>) {
  const { t } = useTranslation();
  return (
    <p className="small">
      {t('dashboard.growing.paid')}{' '}
      <Link to={`/growing/harvest/${id}`}>{t('dashboard.growing.harvest', { room, cycle })}</Link>,{' '}
      <strong>
        <Money amount={amount} currency={currency} />
      </strong>
      , <Time at={at} format="date" />. {t('dashboard.growing.no_promise')}
    </p>
  );
}
