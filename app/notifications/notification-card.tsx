import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../platform/form/hidden-fields';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { NotificationLine } from './notification-line';
import type { ListKind, NotificationList, ShownNotification } from './notifications.server';

interface NotificationCardProps {
  kind: ListKind;
  list: NotificationList;
  title: string;
  /** Shown at the end of the heading's line. */
  end?: ReactNode;
  href: (page: number) => string;
  empty: { title: string; text: string };
}

/** One of the two lists of the page. A button on each line moves it to the other list. */
export function NotificationCard({ kind, list, title, end, href, empty }: NotificationCardProps) {
  return (
    <Card id={kind} title={title} end={list.total > 0 ? end : undefined} width={6}>
      {list.total > 0 ? (
        <div className="stack">
          <ul className="lines">
            {list.data.map((notification) => (
              <NotificationLine key={notification.id} notification={notification}>
                <MarkForm notification={notification} as={kind === 'unread' ? 'read' : 'unread'} />
              </NotificationLine>
            ))}
          </ul>
          <Pagination page={list} href={href} label={title} />
        </div>
      ) : (
        <EmptyState title={empty.title} drawing={kind === 'unread' ? 'resting' : 'seedling'}>
          {empty.text}
        </EmptyState>
      )}
    </Card>
  );
}

/** Has no `action`, so that the query stays and the answer shows the same pages of the lists. */
function MarkForm({ notification: { id, title }, as }: { notification: ShownNotification; as: ListKind }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields />
      <input type="hidden" name="id" value={id} />
      <Button kind="link" small name="intent" value={as}>
        {t(`notifications.mark.${as}`)}
        <span className="vh">: {title}</span>
      </Button>
    </Form>
  );
}
