import type { ComponentType } from 'react';
import { TeamCard } from '../affiliate/dashboard-card';
import { AppointmentCard } from '../appointments/dashboard-card';
import { GrowingCard } from '../growing/dashboard-card';
import { NewsCard } from '../news/dashboard-card';
import { useTranslation } from '../platform/i18n/use-translation';
import { Card } from '../ui/card';
import { CardFailure } from '../ui/card-states';
import { BalanceCard, OpenCard } from '../wallet/dashboard-card';
import type { CardData, CardName, LoadedCard } from './cards.server';

const COMPONENTS: { [K in CardName]: ComponentType<{ data: CardData[K] }> } = {
  balance: BalanceCard,
  growing: GrowingCard,
  open: OpenCard,
  appointment: AppointmentCard,
  news: NewsCard,
  team: TeamCard,
};

/** The width of a failed card in columns of twelve, the same as that of the card itself. */
const WIDTHS: { [K in CardName]?: 7 } = { balance: 7, team: 7 };

/** The card of a module. If the module failed, the card says what is missing. */
export function DashboardCard({ card }: { card: LoadedCard }) {
  if (!card.result.ok) return <FailedCard name={card.name} />;
  const Component = COMPONENTS[card.name] as ComponentType<{ data: unknown }>;
  return <Component data={card.result.data} />;
}

function FailedCard({ name }: { name: CardName }) {
  const { t } = useTranslation();
  return (
    <Card title={t(`dashboard.${name}.title`)} width={WIDTHS[name] ?? 5} fill>
      <CardFailure retry="/dashboard">{t('dashboard.failed')}</CardFailure>
    </Card>
  );
}
