import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Time } from '../ui/time';
import type { loadDeviceCard } from './dashboard-card.server';

/** The devices where the member is signed in. */
export function DeviceCard({ data: { devices, total } }: { data: Awaited<ReturnType<typeof loadDeviceCard>> }) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('dashboard.devices.title')}
      end={<Link to="/settings/devices">{t('dashboard.devices.all', { count: total })}</Link>}
      width={5}
      fill
    >
      <ul className="lines">
        {devices.map(({ id, name, last_seen_at, is_current }) => (
          <li key={id} className="stack stack-s">
            <h3>{name}</h3>
            <p className="small muted">
              {is_current ? (
                <Badge tone="good">{t('dashboard.devices.this')}</Badge>
              ) : (
                <>
                  {t('dashboard.devices.last_seen')} <Time at={last_seen_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
