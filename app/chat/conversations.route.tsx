import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { ErrorSummary } from '../ui/error-summary';
import { Link } from '../ui/link';
import { SearchField } from '../ui/search-field';
import { CHAT, NEW_CONVERSATION } from './chat-paths';
import { ChatSheet, documentSheet } from './components/chat-sheet';
import { ConversationList, Hits } from './components/conversation-list';
import { loadConversations } from './conversations.server';
import { useLiveList } from './live/use-live-list';

export const handle = {
  title: 'titles.conversations',
  gate: 'member',
  sheet: documentSheet,
  modules: ['chat'],
  permission: 'chat.view',
  i18n: ['chat'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadConversations(await requireMember(args, handle));
  return data(page, { status: page && page.errors.length > 0 ? 422 : 200 });
}

export default function Conversations() {
  const { t } = useTranslation('chat');
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <ChatSheet />
      <div className="head">
        <h1>{t('common:titles.conversations')}</h1>
      </div>
      {page ? <Found page={page} /> : <Alert kind="warning">{t('ghost')}</Alert>}
    </>
  );
}

type Page = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

function Found({ page: { q, errors, isSearch, hits, conversations, next, isLater, mayWrite } }: { page: Page }) {
  const { t } = useTranslation('chat');
  const faults = errors.map((message) => ({ fieldId: 'chat-q', message }));
  useRefusal(faults.length > 0, errors, 'chat-search');
  const arrived = useLiveList(conversations);
  const isEmpty = hits ? hits.length === 0 : conversations.length === 0;
  const later = new URLSearchParams({ ...(isSearch && { q }), ...(next && { before: next }) });
  return (
    <div className="stack stack-l">
      <p className="vh" role="status">
        {arrived.length > 0 ? t('talk.arrived', { name: arrived.join(', ') }) : null}
      </p>
      <ErrorSummary errors={faults} attempt={errors} />
      <div className="row row-ends">
        <Form method="get" action={CHAT} id="chat-search" role="search" key={q} noValidate>
          <SearchField id="chat-q" name="q" label={t('list.search')} defaultValue={q} errors={errors} />
        </Form>{' '}
        {mayWrite ? (
          <LinkButton icon="plus" to={NEW_CONVERSATION}>
            {t('list.new')}
          </LinkButton>
        ) : null}
      </div>
      <Card
        title={hits ? t('list.found', { q }) : t('list.all')}
        end={q || isLater ? <Link to={CHAT}>{t(q ? 'list.clear' : 'list.first')}</Link> : undefined}
      >
        <div className="stack">
          {isEmpty ? (
            <EmptyState title={t(hits ? 'list.none_found' : 'list.none')}>
              {t(hits ? 'list.none_found_text' : 'list.none_text')}
            </EmptyState>
          ) : hits ? (
            <Hits hits={hits} />
          ) : (
            <ConversationList conversations={conversations} />
          )}
          {next ? (
            <p>
              <Link to={`${CHAT}?${later}`} rel="next">
                {t(hits ? 'list.older_hits' : 'list.older')}
              </Link>
            </p>
          ) : null}
        </div>
      </Card>
    </div>
  );
}
