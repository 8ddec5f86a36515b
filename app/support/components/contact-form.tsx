import { useLocation } from '@remix-run/react';
import type { SupportCategory } from '../../../upstream/contract/support-faq';
import type { TicketReference } from '../../../upstream/contract/support-tickets';
import { type FormAnswer, PlainForm } from '../../platform/form/plain-form';
import { useSending } from '../../platform/form/use-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { FieldErrors } from '../../ui/field-errors';
import { Link } from '../../ui/link';
import { TextField } from '../../ui/text-field';
import { TextareaField } from '../../ui/textarea-field';
import type { FoundAnswer } from '../contact.server';
import { contactPath } from '../contact-path';
import { referenceField, referencePath } from '../reference';
import type { SentFile } from '../sent-file';
import { useSuggestions } from '../use-suggestions';
import { AttachmentField } from './attachment-field';
import { ANSWERS, HelpfulAnswers } from './helpful-answers';
import { fieldOf, LIMITS, SubmissionKey } from './message-fields';
import { OtherTopics } from './other-topics';

/** What the form was answered with, besides its errors. */
interface Answered extends FormAnswer {
  uploaded: SentFile[];
  reference: TicketReference | null;
  /** Null while nobody has asked for answers. */
  answers: FoundAnswer[] | null;
}

const FORM = 'contact';

interface ContactFormProps {
  category: SupportCategory;
  otherTopics: SupportCategory[];
  reference: TicketReference | null;
  /** From a search. */
  subject: string;
  /** From an error page. */
  message: string;
  idempotencyKey: string;
  answer: unknown;
}

/** Two steps on one page: it shows answers that may help, then it sends. */
export function ContactForm({
  category,
  otherTopics,
  reference: asked,
  subject,
  message,
  idempotencyKey,
  answer,
}: ContactFormProps) {
  const { t } = useTranslation('support');
  const answered = answer as Answered | undefined;
  const reference = answered ? answered.reference : asked;
  const labels = {
    reference: t('contact.reference'),
    subject: t('contact.subject'),
    message: t('contact.message'),
    files: t('files.label'),
  };
  const field = (name: keyof typeof labels, fresh?: string) => fieldOf(FORM, answered, name, fresh);
  const isSending = useSending(answer);
  const suggestions = useSuggestions(FORM, category, answer);
  const answers = suggestions.found ?? answered?.answers ?? null;
  const isChecked = Boolean(answered?.answers);
  // The second step looks like the first. The address leads to what is new, for the eye and for the focus.
  const { search } = useLocation();
  const here = contactPath(category, search);
  const toAnswers = `${here}#${ANSWERS}`;
  return (
    <PlainForm id={FORM} action={here} answer={answered} labels={labels} limits={LIMITS} encType="multipart/form-data">
      {/* For the Enter key. It has no name, because Lynx sends each button that has name and value of the pressed one. */}
      <button type="submit" className="vh" formAction={toAnswers} tabIndex={-1} aria-hidden="true">
        {t('contact.check')}
      </button>
      <SubmissionKey answer={answered} fresh={idempotencyKey} />
      <OtherTopics topics={otherTopics} search={search} />
      <Card title={t('contact.question')}>
        <div className="stack stack-l">
          {reference ? <Reference reference={reference} {...field('reference')} /> : null}
          <TextField {...field('subject', subject)} required label={labels.subject} hint={t('contact.subject_hint')} />
          <TextareaField
            {...field('message', message)}
            required
            label={labels.message}
            hint={t('contact.message_hint')}
            rows={6}
          />
          <AttachmentField
            id={field('files').id}
            label={labels.files}
            errors={field('files').errors}
            sent={answered?.uploaded}
            answer={answer}
          />
        </div>
      </Card>
      <p className="vh" role="status">
        {suggestions.spoken ? t('contact.suggested', { count: suggestions.spoken }) : null}
      </p>
      {answers ? <HelpfulAnswers answers={answers} /> : null}
      <div className="row">
        {isChecked ? (
          <>
            <Button name="intent" value="send" icon="send" busy={isSending}>
              {t(answers?.length ? 'contact.send_anyway' : 'contact.send')}
            </Button>{' '}
            <Button kind="quiet" name="intent" value="check" formAction={toAnswers}>
              {t('contact.again')}
            </Button>
          </>
        ) : (
          <Button name="intent" value="check" formAction={toAnswers} busy={isSending} aria-describedby="contact-next">
            {t('contact.continue')}
          </Button>
        )}{' '}
        <span className="small muted" id="contact-next">
          {t(isChecked ? 'contact.then_sent' : 'contact.not_sent')}
        </span>
      </div>
    </PlainForm>
  );
}

interface ReferenceProps {
  reference: TicketReference;
  id: string;
  errors?: string[];
}

function Reference({ reference, id, errors }: ReferenceProps) {
  const { t } = useTranslation('support');
  const { kind, label } = reference;
  return (
    <div className={errors?.length ? 'field bad' : 'field'} id={id} tabIndex={-1}>
      <span className="label" id="contact-about">
        {t('contact.reference')}
      </span>
      <FieldErrors id={id} name="reference" label={t('contact.reference')} errors={errors} />
      <p className="row">
        <input type="hidden" name="reference" value={referenceField(reference)} />
        <span>
          {t(`contact.kind.${kind}`)}{' '}
          <Link className="ref" to={referencePath(reference)}>
            {label}
          </Link>
        </span>{' '}
        <Button
          kind="link"
          small
          name="intent"
          value="remove_reference"
          formNoValidate
          aria-describedby="contact-about"
        >
          {t('files.remove')}
        </Button>
      </p>
    </div>
  );
}
