import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge, type Tone } from '../../ui/badge';
import type { IconName } from '../../ui/icon-names';
import { type ListedState, TONES } from '../ticket-states';

const OTHERS: Record<string, { tone?: Tone; icon: IconName }> = {
  full: { icon: 'clock' },
  closed: { icon: 'lock' },
  not_open: { icon: 'clock' },
  appointment_canceled: { tone: 'stop', icon: 'stop' },
};

/** The state of the member's ticket, or of the appointment. */
export function StateBadge({ state }: { state: ListedState }) {
  const { t } = useTranslation('appointment');
  if (state === null) return null;
  const { tone, icon } = OTHERS[state] ?? { tone: TONES[state as keyof typeof TONES] };
  return (
    <Badge tone={tone} icon={icon}>
      {t(`state.${state}`)}
    </Badge>
  );
}
