import type { TransactionStatus } from '../../../upstream/contract/transactions';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge, type Tone } from '../../ui/badge';

const TONES: Record<Exclude<TransactionStatus, 'completed'>, Tone> = {
  pending: 'warn',
  reversed: 'info',
  failed: 'stop',
};

/** A badge for a status other than completed. */
export function TransactionStatusBadge({ status }: { status: TransactionStatus }) {
  const { t } = useTranslation('wallet');
  if (status === 'completed') return null;
  return <Badge tone={TONES[status]}>{t(`transactions.statuses.${status}`)}</Badge>;
}
