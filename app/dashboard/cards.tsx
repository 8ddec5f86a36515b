import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { TeamCard } from '../affiliate/dashboard-card';
import { DeviceCard } from '../settings/dashboard-card';
import { Card } from '../ui/card';
import { CardFailure } from '../ui/card-states';
import type { CardData, CardName, LoadedCard } from './cards.server';

const COMPONENTS: { [K in CardName]: ComponentType<{ data: CardData[K] }> } = { team: TeamCard, devices: DeviceCard };

/** One module's card, or in its place a card that says what is missing. */
export function DashboardCard({ card }: { card: LoadedCard }) {
  if (!card.result.ok) return <FailedCard name={card.name} />;
  const Component = COMPONENTS[card.name] as ComponentType<{ data: unknown }>;
  return <Component data={card.result.data} />;
}

function FailedCard({ name }: { name: CardName }) {
  const { t } = useTranslation();
  return (
    <Card title={t(`dashboard.${name}.title`)} width={5} fill>
      <CardFailure retry="/dashboard">{t('dashboard.failed')}</CardFailure>
    </Card>
  );
}
