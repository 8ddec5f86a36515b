import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../../platform/form/use-sending';
import { Button } from '../../ui/button';
import { type ChatAnswer, ChatForm, MessageField } from './chat-form';

interface WriteFormProps {
  answer: ChatAnswer | undefined;
  /** For a form that was not sent before. */
  clientId: string;
}

/** Writes a message. Its id stays with the form until it is accepted, so that a second press writes no second one. */
export function WriteForm({ answer, clientId }: WriteFormProps) {
  const { t } = useTranslation('chat');
  const [id] = useState(clientId);
  const isSending = useSending(answer);
  const sent = answer?.initialValue?.client_id;
  const label = t('talk.message');
  return (
    <ChatForm id="write" answer={answer} label={label}>
      <input type="hidden" name="client_id" value={typeof sent === 'string' ? sent : id} />
      <MessageField form="write" answer={answer} label={label} hint={t('talk.hint')} />
      <p>
        <Button name="intent" value="send" icon="send" busy={isSending}>
          {t('talk.send')}
        </Button>
      </p>
    </ChatForm>
  );
}
