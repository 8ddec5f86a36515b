import { Form, useLocation, useMatches } from '@remix-run/react';
import { useUnreadNews } from '../platform/browser/counters';
import { HiddenFields, ReturnField } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Avatar } from '../ui/avatar';
import { classNames } from '../ui/class-names';
import type { Drawer } from '../ui/drawer';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { isCurrent, NAVIGATION, type NavigationEntry } from './navigation';

interface SidebarProps {
  name: string;
  /** Paths of the entries that this member sees. */
  entries: readonly string[];
  /** How many posts are unread. */
  unreadNews: number;
  drawer: Drawer;
}

/** Below 64em it slides in. Without script it does so as the target (`:target`) of the menu button. */
export function Sidebar({ name, entries, unreadNews, drawer }: SidebarProps) {
  const { t } = useTranslation();
  const counts = { news: useUnreadNews(useNewsOfPage() ?? unreadNews) };
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
            <Entry key={entry.path} entry={entry} count={entry.counts ? counts[entry.counts] : 0} />
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/a11y/useAnchorContent: a press beside the menu closes it; for all others the link above does */}
      <a className="scrim" href="#content" tabIndex={-1} aria-hidden="true" />
    </>
  );
}

/** A post marks itself as read while the frame loads, so its page knows the number better. */
function useNewsOfPage(): number | undefined {
  const matches = useMatches();
  const data = matches[matches.length - 1]?.data as { unreadNews?: number } | null | undefined;
  return data?.unreadNews;
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
            <ReturnField />
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

function Entry({ entry, count }: { entry: NavigationEntry; count: number }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const content = (
    <>
      <Icon name={entry.icon} />
      <span className="t">
        {`${t(entry.title)} `}
        {count > 0 ? (
          <span className="pip">
            {count}
            <span className="vh"> {t('shell.unread')}</span>
          </span>
        ) : null}
        {entry.comingSoon ? <small>{t('shell.coming_soon')}</small> : null}
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
