import { Form, Link, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../platform/hidden-fields';
import { Avatar } from '../ui/avatar';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import type { Drawer } from './drawer';
import { isCurrent, NAVIGATION, type NavigationEntry } from './navigation';

interface SidebarProps {
  name: string;
  /** Paths of the entries that this member has. */
  entries: readonly string[];
  drawer: Drawer;
}

/** Under 64em it slides in, as the target of the menu button without script. */
export function Sidebar({ name, entries, drawer }: SidebarProps) {
  const { t } = useTranslation();
  const shown = NAVIGATION.filter(({ path }) => entries.includes(path));
  return (
    <>
      <nav
        className={classNames('aside', drawer.isOpen && 'open')}
        id="menu"
        aria-label={t('shell.menu.label')}
        ref={drawer.ref}
      >
        <a className="tool narrow" href="#content">
          <Icon name="close" />
          <span className="vh">{t('shell.menu.close')}</span>
        </a>
        <UserBlock name={name} />
        <ul className="nav">
          {shown.map((entry) => (
            <Entry key={entry.path} entry={entry} />
          ))}
        </ul>
      </nav>
      <a className="scrim" href="#content" tabIndex={-1}>
        <span className="vh">{t('shell.menu.close')}</span>
      </a>
    </>
  );
}

function UserBlock({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="user">
      <Avatar name={name} />
      <div className="t">
        <b>{name}</b>
        <div className="ways">
          <Form method="post" action="/lock">
            <HiddenFields />
            <button type="submit" className="link" name="intent" value="lock">
              {t('shell.lock')}
            </button>
          </Form>
          <Link to="/settings">{t('nav.settings')}</Link>
        </div>
      </div>
    </div>
  );
}

function Entry({ entry }: { entry: NavigationEntry }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const content = (
    <>
      <Icon name={entry.icon} />
      <span className="t">
        {t(entry.title)} {entry.comingSoon ? <small>{t('shell.coming_soon')}</small> : null}
      </span>
    </>
  );
  return (
    <li>
      {entry.apart ? <hr /> : null}
      {entry.disabled ? (
        <span className="off">{content}</span>
      ) : (
        <Link to={entry.path} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
          {content}
        </Link>
      )}
    </li>
  );
}
