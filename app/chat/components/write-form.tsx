import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { findSentForm, forgetDraft } from '../../drafts/drafts';
import { useSending } from '../../platform/form/use-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { type ChatAnswer, ChatForm, LONGEST, MessageField } from './chat-form';
import { EnterSwitch, isSendKey, useEnterChoice } from './enter-switch';

interface WriteFormProps {
  answer: ChatAnswer | undefined;
  /** For a form that was not sent before. */
  clientId: string;
  /** With script: takes a message that can be sent. Without it the form posts. */
  onSend?: (text: string, clientId: string) => void;
  /** The member has typed something. */
  onTyping?: () => void;
}

/** Writes a message. Its id stays with the form until it is accepted, so that a second press writes no second one. */
export function WriteForm({ answer: last, clientId, onSend, onTyping }: WriteFormProps) {
  const { t } = useTranslation('chat');
  const [first] = useState(clientId);
  const [taken, setTaken] = useState<{ after: unknown; nextId: string }>();
  const enter = useEnterChoice();
  const isSending = useSending(last);
  // What was refused is over once a message was taken.
  const answer = taken && taken.after === last ? undefined : last;
  const sent = answer?.initialValue?.client_id;
  const id = typeof sent === 'string' ? sent : (taken?.nextId ?? first);
  const label = t('talk.message');

  const take = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = form.elements.namedItem('message') as HTMLTextAreaElement;
    const text = field.value.trim();
    // The second click of a double click finds the field empty.
    if (text === '' && taken && taken.after === last) return event.preventDefault();
    // The server says what is wrong with the others. Only pages over TLS have ids of the browser.
    if (!onSend || text === '' || text.length > LONGEST || !crypto.randomUUID) return;
    event.preventDefault();
    onSend(text, id);
    setTaken({ after: last, nextId: crypto.randomUUID() });
    field.value = '';
    const draft = findSentForm(form);
    if (draft) forgetDraft(draft);
    field.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (enter.sends === null || !isSendKey(event, enter.sends)) return;
    event.preventDefault();
    // Without a text the key does nothing, so that no error takes the focus away.
    if (event.repeat || event.currentTarget.value.trim() === '') return;
    event.currentTarget.form?.querySelector<HTMLButtonElement>('button[value="send"]')?.click();
  };
  return (
    <ChatForm id="write" answer={answer} label={label} onSubmit={take}>
      <input type="hidden" name="client_id" value={id} />
      <MessageField
        form="write"
        answer={answer}
        label={label}
        hint={t('talk.hint')}
        enterKeyHint={enter.sends ? 'send' : undefined}
        onKeyDown={onKeyDown}
        onInput={onTyping}
      />
      <div className="row row-ends">
        <Button name="intent" value="send" icon="send" busy={isSending}>
          {t('talk.send')}
        </Button>{' '}
        <EnterSwitch {...enter} />
      </div>
    </ChatForm>
  );
}
