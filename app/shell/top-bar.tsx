import { Form, Link, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { dropDrafts } from '../platform/drafts';
import { HiddenFields } from '../platform/hidden-fields';
import type { loader as rootLoader } from '../root';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icon-names';
import { LanguageMenu } from './language-switch';

/** Unread counts; a block that upstream does not send has no icon. */
export interface Counts {
  notifications: number | null;
  chat: { unread: number; conversation: number | string | null } | null;
  /** Only while a ticket is unread. */
  ticket: { id: number; unread: number } | null;
}

interface TopBarProps {
  name: string;
  home: string;
  counts: Counts;
}

export function TopBar({ name, home, counts }: TopBarProps) {
  const { t } = useTranslation();
  const product = useRouteLoaderData<typeof rootLoader>('root')?.productName ?? 'Almende';
  return (
    <header className="top">
      <a className="tool narrow" href="#menu">
        <Icon name="menu" />
        <span className="vh">{t('shell.menu.open')}</span>
      </a>
      <Link className="brand" to={home} aria-label={t('shell.home', { product })}>
        <Icon name="logo" />
        <span className="wide">{product}</span>
      </Link>
      <div className="tools">
        <LanguageMenu />
        <a className="tool wide" href="#display">
          <Icon name="sliders" />
          <span className="vh">{t('display.title')}</span>
        </a>
        {counts.ticket ? (
          <Tool
            to={`/support/ticket/${counts.ticket.id}`}
            icon="ticket"
            count={counts.ticket.unread}
            label="shell.tickets"
          />
        ) : null}
        {counts.chat ? (
          <Tool to={chatPath(counts.chat.conversation)} icon="chat" count={counts.chat.unread} label="shell.chat" />
        ) : null}
        {counts.notifications === null ? null : (
          <Tool to="/notifications" icon="bell" count={counts.notifications} label="shell.notifications" />
        )}
        <span className="who">{name}</span>
        <Form method="post" action="/lock" className="wide">
          <HiddenFields />
          <button type="submit" className="tool" name="intent" value="lock">
            <Icon name="lock" />
            <span className="vh">{t('shell.lock')}</span>
          </button>
        </Form>
        <Form method="post" action="/logout" onSubmit={dropDrafts}>
          <HiddenFields />
          <button type="submit" className="tool">
            <Icon name="logout" />
            <span className="vh">{t('shell.logout')}</span>
          </button>
        </Form>
      </div>
    </header>
  );
}

const chatPath = (conversation: number | string | null) => (conversation === null ? '/chat' : `/chat/${conversation}`);

const MOST_SHOWN = 99;

function Tool({ to, icon, count, label }: { to: string; icon: IconName; count: number; label: string }) {
  const { t } = useTranslation();
  return (
    <Link className="tool" to={to}>
      <Icon name={icon} />
      <span className="vh">{t(label, { count })}</span>
      {count > 0 ? (
        <span className="count" aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      ) : null}
    </Link>
  );
}
