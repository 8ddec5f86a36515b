import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { SIGNS, type TicketState } from '../ticket-states';

/** The plain label of a ticket's state. */
export function TicketBadge({ state }: { state: TicketState }) {
  const { t } = useTranslation('support');
  return <Badge {...SIGNS[state]}>{t(`state.${state}`)}</Badge>;
}
