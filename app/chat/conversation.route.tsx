import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { WayBack } from '../ui/way-back';
import { CHAT } from './chat-paths';
import { Beside } from './components/beside';
import type { ChatAnswer } from './components/chat-form';
import { ChatSheet, documentSheet } from './components/chat-sheet';
import { TalkChoices } from './components/talk-choices';
import { changeConversation, loadConversation } from './conversation.server';
import { listBeside } from './conversations.server';
import { Talk } from './live/talk';

export const handle = {
  title: (data) => (data as Awaited<ReturnType<typeof loadConversation>>).talk.title,
  gate: 'member',
  sheet: documentSheet,
  modules: ['chat'],
  permission: 'chat.view',
  i18n: ['chat'],
  form: 'write',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const [page, beside] = await Promise.all([
    loadConversation(current, args.params.conversationId ?? ''),
    listBeside(current),
  ]);
  return { ...page, beside };
}

export async function action(args: ActionFunctionArgs) {
  return changeConversation(args, await requireMember(args, handle), args.params.conversationId ?? '');
}

export default function Conversation() {
  const { t } = useTranslation('chat');
  const page = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>() as ChatAnswer | undefined;
  const { key } = useLocation();
  const { talk, around, mayWrite, beside } = page;
  return (
    <>
      <ChatSheet />
      <div className="head">
        <WayBack to={CHAT}>{t('common:titles.conversations')}</WayBack>
        <div className="row row-ends">
          <h1>{talk.title}</h1> {talk.isMuted ? <span className="muted">{t('list.muted')}</span> : null}{' '}
          <TalkChoices talk={talk} />
        </div>
      </div>
      <div className="grid">
        <Beside conversations={beside} open={talk.id} mayWrite={mayWrite} />
        <Talk key={`${talk.id} ${around}`} {...page} answer={answer} formKey={key} />
      </div>
    </>
  );
}
