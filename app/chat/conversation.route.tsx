import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../platform/form/use-answer';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { WayBack } from '../ui/way-back';
import { CHAT, messagesPath } from './chat-paths';
import type { ChatAnswer } from './components/chat-form';
import { ChatSheet, documentSheet } from './components/chat-sheet';
import { TalkChoices } from './components/talk-choices';
import { WriteForm } from './components/write-form';
import { changeConversation, loadConversation } from './conversation.server';
import { useNewMessages } from './use-new-messages';

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
  return loadConversation(await requireMember(args, handle), args.params.conversationId ?? '');
}

export async function action(args: ActionFunctionArgs) {
  return changeConversation(args, await requireMember(args, handle), args.params.conversationId ?? '');
}

export default function Conversation() {
  const { t } = useTranslation('chat');
  const { talk, around, mayWrite, clientId } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>() as ChatAnswer | undefined;
  const { key } = useLocation();
  const { id, title, isClosed, isBlocked, canWrite, newest } = talk;
  const isHeard = useNewMessages(id, newest);
  const frame = around ? `${messagesPath(id)}?around=${around}` : messagesPath(id);
  // What was typed stays, also if the conversation was closed meanwhile.
  const shows = mayWrite && (canWrite || answer?.initialValue);
  return (
    <>
      <ChatSheet />
      <div className="head">
        <WayBack to={CHAT}>{t('common:titles.conversations')}</WayBack>
        <h1>{title}</h1>
      </div>
      <div className="grid">
        <div className="card w8 stack">
          <iframe
            // A new document once there is a newer message: a frame has no script.
            key={`${key} ${newest}`}
            className="frame"
            src={frame}
            title={t('talk.messages', { name: title })}
          />
          <p className="small">
            <a href={frame}>{t('talk.own_page')}</a>
          </p>
          <p className="vh" role="status">
            {isHeard ? <span key={newest}>{t('talk.arrived', { name: title })}</span> : null}
          </p>
          {canWrite ? null : (
            <Alert>{t(isBlocked ? 'talk.you_blocked' : isClosed ? 'talk.closed' : 'talk.cannot')}</Alert>
          )}
          {shows ? <WriteForm key={`${id} ${key}`} answer={answer} clientId={clientId} /> : null}
        </div>
        <div className="w4">
          <TalkChoices talk={talk} />
        </div>
      </div>
    </>
  );
}
