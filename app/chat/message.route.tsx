import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useSending } from '../platform/form/use-sending';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { PlainText } from '../ui/plain-text';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';
import { conversationPath } from './chat-paths';
import { type ChatAnswer, ChatForm, MessageField, Press } from './components/chat-form';
import { changeMessage, loadMessage, placeIn } from './message.server';

export const handle = {
  title: 'titles.message',
  gate: 'member',
  modules: ['chat'],
  permission: 'chat.view',
  i18n: ['chat'],
  form: (data) => ((data as Awaited<ReturnType<typeof loadMessage>>).isOwn ? 'edit' : 'report'),
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadMessage(await requireMember(args, handle), placeIn(args.params));
}

export async function action(args: ActionFunctionArgs) {
  return changeMessage(args, await requireMember(args, handle), placeIn(args.params));
}

export default function Message() {
  const { t } = useTranslation('chat');
  const { conversation, text, name, at, isOwn, mayEdit } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>() as ChatAnswer | undefined;
  return (
    <>
      <div className="head">
        <WayBack to={conversationPath(conversation)}>{t('message.back')}</WayBack>
        <h1>{t('common:titles.message')}</h1>
      </div>
      <div className="stack stack-l measure">
        <Card title={isOwn ? t('message.yours') : t('message.of', { name })} end={<Time at={at} />}>
          <div className="stack">
            <PlainText text={text} />
          </div>
        </Card>
        {isOwn ? <OwnMessage text={text} mayEdit={mayEdit} answer={answer} /> : <Report answer={answer} />}
      </div>
    </>
  );
}

interface OwnMessageProps {
  text: string;
  mayEdit: boolean;
  answer: ChatAnswer | undefined;
}

function OwnMessage({ text, mayEdit, answer }: OwnMessageProps) {
  const { t } = useTranslation('chat');
  const isSending = useSending(answer);
  const label = t('message.text');
  return (
    <>
      {mayEdit || answer ? (
        <Card title={t('message.edit')}>
          <ChatForm id="edit" answer={answer} label={label}>
            <MessageField form="edit" answer={answer} label={label} fresh={text} />
            <p>
              <Button name="intent" value="edit" busy={isSending}>
                {t('message.save')}
              </Button>
            </p>
          </ChatForm>
        </Card>
      ) : null}
      <Card title={t('message.delete')}>
        <div className="stack">
          <p>{t('message.delete_text')}</p>
          <Press id="delete" intent="delete" kind="danger" small={false}>
            {t('message.delete')}
          </Press>
        </div>
      </Card>
    </>
  );
}

function Report({ answer }: { answer: ChatAnswer | undefined }) {
  const { t } = useTranslation('chat');
  const isSending = useSending(answer);
  const label = t('message.reason');
  return (
    <Card title={t('message.report')}>
      <div className="stack">
        <p>{t('message.report_text')}</p>
        <ChatForm id="report" answer={answer} label={label}>
          <MessageField
            form="report"
            answer={answer}
            label={label}
            hint={t('message.optional')}
            maxLength={1000}
            required={false}
          />
          <p>
            <Button name="intent" value="report" busy={isSending}>
              {t('message.report')}
            </Button>
          </p>
        </ChatForm>
      </div>
    </Card>
  );
}
