import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { NotificationLine } from './notification-line';
import { LIST_TITLES, type ListKind, WHOLE } from './notification-pages';
import type { NotificationList, ShownNotification } from './notifications.server';

interface NotificationCardProps {
  kind: ListKind;
  list: NotificationList;
  /** Shown at the end of the heading's line. */
  end?: ReactNode;
  href: (page: number) => string;
  /** Id of the notification with its whole text. */
  whole: string | null;
}

const TEXTS = {
  unread: { none: 'layout.header.notifications.no_new', text: 'notifications.no_new_text' },
  read: { none: 'notifications.none_read', text: 'notifications.none_read_text' },
};

/** One of the two lists. A button on each line moves it to the other list. */
export function NotificationCard({ kind, list, end, href, whole }: NotificationCardProps) {
  const { t } = useTranslation();
  const texts = TEXTS[kind];
  const title = t(LIST_TITLES[kind]);
  return (
    <Card id={kind} title={title} end={list.total > 0 ? end : undefined}>
      {list.total > 0 ? (
        <div className="stack">
          <MarkForm as={kind === 'unread' ? 'read' : 'unread'} notifications={list.data} whole={whole} />
          <Pagination page={list} href={href} label={title} />
        </div>
      ) : (
        <EmptyState title={t(texts.none)} drawing={kind === 'unread' ? 'resting' : 'seedling'}>
          {t(texts.text)}
        </EmptyState>
      )}
    </Card>
  );
}

interface MarkFormProps {
  notifications: ShownNotification[];
  as: ListKind;
  whole: string | null;
}

/**
 * One form for the list, so that the page stays small. Has no `action`, so that the query stays and the answer shows the
 * same pages of the lists.
 */
function MarkForm({ notifications, as, whole }: MarkFormProps) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields />
      <input type="hidden" name="intent" value={as} />
      <ul className="lines">
        {notifications.map((notification) => (
          <NotificationLine
            key={notification.id}
            notification={notification}
            anchor={notification.id === whole ? WHOLE : undefined}
          >
            <Button kind="link" small name="id" value={notification.id}>
              {t(`notifications.mark.${as}`)}
              <span className="vh">: {notification.title}</span>
            </Button>
          </NotificationLine>
        ))}
      </ul>
    </Form>
  );
}
