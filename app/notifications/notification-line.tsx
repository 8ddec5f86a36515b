import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';
import type { ShownNotification } from './notifications.server';

/** Colours of the icon by status. An unknown status has the quiet colour. */
const LOOKS: Record<string, string> = { primary: '', info: 'c', warning: 'b', danger: 'd', error: 'd' };
const QUIET = 'c';

interface NotificationLineProps {
  notification: ShownNotification;
  /** Actions for the notification. */
  children?: ReactNode;
}

/** One notification of a list. The text says everything; the icon only helps to find it again. */
export function NotificationLine({ notification, children }: NotificationLineProps) {
  const { title, description, icon, status, path, created_at } = notification;
  return (
    <li className="said">
      <span className={classNames('avatar small', LOOKS[status] ?? QUIET)} data-status={status}>
        <Icon name={icon} />
      </span>
      <div className="stack stack-s">
        <h3>{path ? <Link to={path}>{title}</Link> : title}</h3>
        <p className="small">{description}</p>
        <div className="row row-ends small muted">
          <Time at={created_at} />
          {children}
        </div>
      </div>
    </li>
  );
}
