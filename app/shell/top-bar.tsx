import { Form } from '@remix-run/react';
import { DisplayLink } from '../display/display-panel';
import { dropDrafts } from '../drafts/drafts';
import { Bell } from '../notifications/bell';
import { type Counters, useCounters } from '../platform/browser/counters';
import { HiddenFields, ReturnField } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { DEFAULT_DISPLAY, type Display } from '../platform/page/display';
import { useRootData } from '../platform/page/root-data';
import { Tool } from '../platform/page/tool';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { LanguageMenu } from './language-switch';

interface TopBarProps {
  name: string;
  home: string;
  counts: Counters;
}

export function TopBar({ name, home, counts: shown }: TopBarProps) {
  const { t } = useTranslation();
  const counts = useCounters(shown);
  const root = useRootData();
  const product = root?.productName ?? 'Almende';
  return (
    <header className="top">
      <a className="tool narrow" href="#menu">
        <Icon name="menu" />
        <span className="vh">{t('shell.menu.open')}</span>
      </a>{' '}
      <Link className="brand" to={home} aria-label={t('shell.home', { product })} title={t('shell.home', { product })}>
        <Icon name="logo" />
        <span className="wide">{product}</span>
      </Link>
      <div className="tools">
        <LanguageMenu />
        <DisplayLink />{' '}
        {counts.ticket ? (
          <Tool
            to={`/support/ticket/${counts.ticket.id}#new`}
            icon="ticket"
            count={counts.ticket.unread}
            label="shell.tickets"
          />
        ) : null}{' '}
        {counts.chat ? (
          <Tool to={chatPath(counts.chat.conversation)} icon="chat" count={counts.chat.unread} label="shell.chat" />
        ) : null}{' '}
        {counts.notifications ? <Bell counts={counts.notifications} /> : null}
        {hidesUserBlock(root?.display ?? DEFAULT_DISPLAY) ? (
          <Form method="post" action="/lock" className="bar-lock">
            <HiddenFields />
            <ReturnField />
            <button type="submit" className="tool" name="intent" value="lock">
              <Icon name="lock" />
              <span className="vh">{t('shell.lock')}</span>
            </button>
          </Form>
        ) : null}
        <span className="who">{name}</span>
        <Form method="post" action="/logout" className="leave" onSubmit={dropDrafts}>
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

/** Whether the sidebar shows no lock button on a wide screen, so that the bar has it there. A page has it once. */
const hidesUserBlock = ({ on }: Display) =>
  !on.includes('showUserBlock') ||
  on.includes('horizontal') ||
  (on.includes('isCollapsed') && !on.includes('asideHover'));

const chatPath = (conversation: number | string | null) => (conversation === null ? '/chat' : `/chat/${conversation}`);
