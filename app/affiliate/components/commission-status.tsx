import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge, type BadgeProps } from '../../ui/badge';
import type { ListedCommission } from '../commissions.server';

const BADGES: Record<ListedCommission['status'], Omit<BadgeProps, 'children'>> = {
  pending: { tone: 'warn' },
  approved: { tone: 'warn' },
  paid: { tone: 'good' },
  reversed: { tone: 'info', icon: 'undo' },
};

export function CommissionStatus({ status }: Pick<ListedCommission, 'status'>) {
  const { t } = useTranslation('affiliate');
  return <Badge {...BADGES[status]}>{t(`commissions.status.${status}`)}</Badge>;
}
