import { type FormAnswer, PlainForm } from '../../platform/form/plain-form';
import { useSending } from '../../platform/form/use-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextareaField } from '../../ui/textarea-field';
import type { ShownTime } from '../contact.server';
import type { SentFile } from '../sent-file';
import type { ShownTicket } from '../ticket.server';
import { useAnswerWords } from './answer-time';
import { AttachmentField } from './attachment-field';
import { fieldOf, LIMITS, SubmissionKey } from './message-fields';

const FORM = 'reply';

interface ReplyFormProps {
  ticket: Pick<ShownTicket, 'status' | 'state' | 'mayReopen'>;
  /** When the next answer may be expected; null for a closed ticket. */
  time: ShownTime | null;
  idempotencyKey: string;
  answer: (FormAnswer & { uploaded?: SentFile[] }) | undefined;
  /** A reply has arrived while the member is typing; the page shows it as soon as the member wants to see it. */
  isWaiting: boolean;
  onShow(): void;
}

/** Writes into the conversation. A reply opens a closed ticket again or, later, begins a new one. */
export function ReplyForm({ ticket, time, idempotencyKey, answer, isWaiting, onShow }: ReplyFormProps) {
  const { t } = useTranslation('support');
  const labels = { message: t('contact.message'), files: t('files.label') };
  const isSending = useSending(answer);
  const files = fieldOf(FORM, answer, 'files');
  const isClosed = ticket.state === 'done';
  return (
    <Card title={t('ticket.reply')} end={time ? <Expected time={time} /> : undefined}>
      <div className="stack">
        {isClosed ? <p>{t(ticket.mayReopen ? 'ticket.reply_reopens' : 'ticket.reply_follows')}</p> : null}
        <PlainForm id={FORM} answer={answer} labels={labels} limits={LIMITS} encType="multipart/form-data">
          <SubmissionKey answer={answer} fresh={idempotencyKey} />
          <input type="hidden" name="seen_status" value={ticket.status} />
          <TextareaField
            {...fieldOf(FORM, answer, 'message')}
            required
            label={labels.message}
            hint={t('contact.message_hint')}
            rows={5}
          />
          <AttachmentField
            id={files.id}
            label={labels.files}
            errors={files.errors}
            sent={answer?.uploaded}
            answer={answer}
          />
          <div className="row">
            <Button name="intent" value="reply" icon="send" busy={isSending}>
              {t('ticket.send')}
            </Button>{' '}
            {isClosed ? null : (
              <Button kind="second" name="intent" value="reply_close">
                {t('ticket.send_close')}
              </Button>
            )}
          </div>
        </PlainForm>
        <div role="status">
          {isWaiting ? (
            <p className="row">
              <span>{t('ticket.arrived')}</span>{' '}
              <Button type="button" kind="second" small onClick={onShow}>
                {t('ticket.show_reply')}
              </Button>
            </p>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

function Expected({ time }: { time: ShownTime }) {
  const { t } = useTranslation('support');
  return <span className="end muted">{t('ticket.expected', { when: useAnswerWords(time) })}</span>;
}
