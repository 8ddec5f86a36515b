import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { UnbrokenReferences } from '../ui/unbroken-references';
import type { ShownNotification } from './notifications.server';

/** Colours of the icon by status. An unknown status has the quiet colour. */
const LOOKS: Record<string, string> = { primary: '', info: 'c', warning: 'b', danger: 'd', error: 'd' };
const QUIET = 'c';

interface NotificationLineProps {
  notification: ShownNotification;
  /** In the panel a title is no heading, as it would stand before that of the page. */
  inPanel?: boolean;
  /** Anchor of the line. */
  anchor?: string;
  /** Actions for the notification. */
  children?: ReactNode;
}

/** One notification of a list. The text says everything; the icon only helps to find it again. */
export function NotificationLine({ notification, inPanel, anchor, children }: NotificationLineProps) {
  const { t } = useTranslation();
  const Title = inPanel ? 'b' : 'h3';
  const { title, description, whole, icon, status, path, created_at } = notification;
  return (
    <li className="said" id={anchor} tabIndex={anchor ? -1 : undefined}>
      <span className={classNames('avatar small', LOOKS[status] ?? QUIET)} data-status={status}>
        <Icon name={icon} />
      </span>
      <div className="stack stack-s">
        <Title>{path ? <Link to={path}>{title}</Link> : title}</Title>
        <p className="small">
          <UnbrokenReferences>{description}</UnbrokenReferences>
          {whole ? (
            <>
              {' '}
              <Link to={whole}>
                {t('notifications.whole')}
                <span className="vh">: {title}</span>
              </Link>
            </>
          ) : null}
        </p>
        <div className="row row-ends small muted">
          <Time at={created_at} /> {children}
        </div>
      </div>
    </li>
  );
}
