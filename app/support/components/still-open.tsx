import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import type { TicketState } from '../ticket-states';

interface StillOpenProps {
  tickets: { id: number; number: number; subject: string; state: TicketState }[];
}

/** Open tickets of the same topic, because a reply there is better than a second ticket. */
export function StillOpen({ tickets }: StillOpenProps) {
  const { t } = useTranslation('support');
  return (
    <Card title={t('contact.open')}>
      <ul className="lines small">
        {tickets.map(({ id, number, subject, state }) => (
          <li key={id}>
            <Link to={`/support/ticket/${id}`}>{subject}</Link>{' '}
            <span className="sub">{t('contact.open_ticket', { number, state: t(`state.${state}`) })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
