import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Pagination } from '../ui/pagination';
import { SearchField } from '../ui/search-field';
import { WayBack } from '../ui/way-back';
import { CHAT, conversationPath, NEW_CONVERSATION } from './chat-paths';
import { type ChatAnswer, ChatForm } from './components/chat-form';
import { beginConversation, loadContacts, type ShownContact } from './new-conversation.server';

export const handle = {
  title: 'titles.new_conversation',
  gate: 'member',
  modules: ['chat'],
  permission: 'chat.write',
  i18n: ['chat'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadContacts(await requireMember(args, handle));
}

export async function action(args: ActionFunctionArgs) {
  return beginConversation(args, await requireMember(args, handle));
}

export default function NewConversation() {
  const { t } = useTranslation('chat');
  const { club, sponsor, firstline, page, q, errors } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>() as ChatAnswer | undefined;
  const hasLine = firstline.length > 0 || q !== '';
  const pageHref = (number: number) =>
    `${NEW_CONVERSATION}?${new URLSearchParams({ ...(q && { q }), page: String(number) })}`;
  return (
    <>
      <div className="head">
        <WayBack to={CHAT}>{t('common:titles.conversations')}</WayBack>
        <h1>{t('common:titles.new_conversation')}</h1>
      </div>
      <div className="stack stack-l measure">
        <ChatForm id="begin" answer={answer}>
          <Card title={t('new.club')}>
            <People people={club} />
          </Card>
          {sponsor ? (
            <Card title={t('new.sponsor')}>
              <People people={[sponsor]} />
            </Card>
          ) : null}
        </ChatForm>
        {hasLine ? (
          <Form method="get" action={NEW_CONVERSATION} id="find" role="search" key={q} noValidate>
            <SearchField id="find-q" name="q" label={t('new.search')} defaultValue={q} errors={errors} />
          </Form>
        ) : null}
        {firstline.length > 0 ? (
          <ChatForm id="begin-firstline" answer={undefined}>
            <Card title={t('new.firstline')}>
              <People people={firstline} />
            </Card>
          </ChatForm>
        ) : null}
        {firstline.length > 0 ? <Pagination page={page} href={pageHref} label={t('new.pages')} /> : null}
        {q && errors.length === 0 && firstline.length === 0 ? (
          <p>
            {t('new.none_found')} <Link to={NEW_CONVERSATION}>{t('list.clear')}</Link>
          </p>
        ) : null}
        <p className="small muted">{t('new.rules')}</p>
      </div>
    </>
  );
}

function People({ people }: { people: ShownContact[] }) {
  const { t } = useTranslation('chat');
  return (
    <ul className="stack">
      {people.map(({ id, name, about, conversation }) => (
        <li key={id} className="row row-ends">
          <span>
            <strong>{name}</strong> {about ? <span className="muted">{about}</span> : null}
          </span>{' '}
          {conversation ? (
            <Link className="tap" to={conversationPath(conversation)}>
              {t('new.open')}
              <span className="vh"> {name}</span>
            </Link>
          ) : (
            <Button kind="second" small name="participant" value={id}>
              {t('new.write')}
              <span className="vh"> {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
