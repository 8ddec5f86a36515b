import { useFetcher, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useDialogTurn } from '../platform/browser/dialog-queue';
import { useTranslation } from '../platform/i18n/use-translation';
import { useMemberData } from '../platform/page/member-data';
import { useRootData } from '../platform/page/root-data';
import { LinkButton } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Says once that messages wait. Without script the top bar shows their number. */
export function NewMessageDialog() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const fetcher = useFetcher();
  const csrf = useRootData()?.csrf ?? '';
  const messages = useMemberData()?.newMessages ?? null;
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
