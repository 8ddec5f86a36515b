import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { newMessagePath, ticketPath } from '../ticket-filters';
import type { ListedTicket } from '../tickets.server';
import { TicketBadge } from './ticket-badge';

export function TicketTable({ tickets }: { tickets: ListedTicket[] }) {
  const { t } = useTranslation('support');
  return (
    <Table
      full
      caption={t('tickets.caption')}
      rows={tickets}
      rowKey={({ id }) => id}
      columns={[
        { key: 'ticket', header: t('tickets.ticket'), part: 'lead', cell: (ticket) => <Subject ticket={ticket} /> },
        { key: 'state', header: t('tickets.state'), cell: ({ state }) => <TicketBadge state={state} /> },
        { key: 'category', header: t('tickets.category'), cell: ({ category }) => t(`topics.${category}`) },
        {
          key: 'at',
          header: t('tickets.last'),
          label: t('tickets.last'),
          cell: ({ at }) => <Time at={at} />,
        },
      ]}
    />
  );
}

function Subject({ ticket: { id, number, subject, unread, reference } }: { ticket: ListedTicket }) {
  const { t } = useTranslation('support');
  const link = <Link to={unread > 0 ? newMessagePath(id) : ticketPath(id)}>{subject}</Link>;
  return (
    <>
      {unread > 0 ? (
        <>
          <strong>{link}</strong>{' '}
          <span className="pip">
            {unread}
            <span className="vh"> {t('tickets.unread', { count: unread })}</span>
          </span>
        </>
      ) : (
        link
      )}{' '}
      <span className="sub">
        {number}
        {reference ? (
          <>
            , {t('tickets.about')} <span className="ref">{reference}</span>
          </>
        ) : null}
      </span>
    </>
  );
}
