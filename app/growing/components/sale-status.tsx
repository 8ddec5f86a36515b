import type { SaleStatus as Status } from '../../../upstream/contract/growing';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge, type Tone } from '../../ui/badge';

const TONES: Record<Status, Tone> = { open: 'good', sold_out: 'warn', upcoming: 'info', closed: 'stop' };

export function SaleStatus({ status }: { status: Status }) {
  const { t } = useTranslation('growing');
  return <Badge tone={TONES[status]}>{t(`sale.status.${status}`)}</Badge>;
}
