import { Form } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { SearchField } from '../../ui/search-field';
import { CHAT, NEW_CONVERSATION } from '../chat-paths';
import type { ListedConversation } from '../conversations.server';
import { useLiveList } from '../live/use-live-list';
import { ConversationList } from './conversation-list';

interface BesideProps {
  conversations: ListedConversation[];
  /** The open one. */
  open: string;
  mayWrite: boolean;
}

/** The newest conversations, beside an open one. Narrow pages have a link to the list in its place. */
export function Beside({ conversations, open, mayWrite }: BesideProps) {
  const { t } = useTranslation('chat');
  useLiveList(conversations);
  return (
    <section className="beside w4 stack" aria-labelledby="beside-title">
      <h2 className="vh" id="beside-title">
        {t('common:titles.conversations')}
      </h2>
      <Form method="get" action={CHAT} role="search">
        <SearchField id="chat-q" name="q" label={t('list.search')} />
      </Form>
      <ConversationList conversations={conversations} open={open} />
      <p className="row small">
        <LinkButton kind="second" small to={CHAT}>
          {t('list.all')}
        </LinkButton>{' '}
        {mayWrite ? (
          <LinkButton kind="second" small icon="plus" to={NEW_CONVERSATION}>
            {t('list.new')}
          </LinkButton>
        ) : null}
      </p>
    </section>
  );
}
