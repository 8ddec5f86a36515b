import { useFetcher, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { loader as rootLoader } from '../root';
import { LinkButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useDialogTurn } from './dialog-queue';
import type { loader as memberLoader } from './member.layout';

/** Tells once that messages wait; without script their number stands in the top bar. */
export function NewMessageDialog() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const fetcher = useFetcher();
  const csrf = useRouteLoaderData<typeof rootLoader>('root')?.csrf ?? '';
  const messages = useRouteLoaderData<typeof memberLoader>('shell/member.layout')?.newMessages ?? null;
  const [isSeen, setSeen] = useState(false);
  const isInChat = /^\/chat(\/|$)/.test(pathname);
  const isOpen = useDialogTurn('new_message', messages !== null && !isSeen && !isInChat);
  useEffect(() => {
    if (!messages) setSeen(false);
  }, [messages]);

  const markSeen = () => {
    setSeen(true);
    fetcher.submit({ csrf, in_place: '1' }, { method: 'post', action: '/new-messages' });
  };
  return (
    <Dialog id="new-messages" title={t('shell.new_messages.title')} open={isOpen} unasked onClose={markSeen}>
      <p>{t('shell.chat', { count: messages?.count ?? 0 })}</p>
      <div className="row">
        <LinkButton to={messages?.path ?? '/chat'} onClick={markSeen}>
          {t('shell.new_messages.open')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
