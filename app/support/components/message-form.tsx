import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useRefusal } from '../../platform/page/page-state';
import { ErrorSummary } from '../../ui/error-summary';

/** The part of the server's answer that a form shows again. */
export interface FormAnswer {
  status?: string;
  error?: Record<string, string[] | null> | null;
  initialValue?: Record<string, unknown> | null;
}

interface MessageFormProps {
  id: string;
  answer: FormAnswer | undefined;
  /** Labels for the error summary, by field name, in the order of the fields. */
  labels: Record<string, string>;
  encType?: 'multipart/form-data';
  children: ReactNode;
}

/**
 * `<Form method="post">` with its error summary. The server alone checks it, so that the pages of support need no code
 * for checking in the browser.
 */
export function MessageForm({ id, answer, labels, encType, children }: MessageFormProps) {
  const faults = answer?.status === 'error' ? (answer.error ?? {}) : null;
  useRefusal(faults !== null, answer, id);
  const names = new Set(['', ...Object.keys(labels), ...Object.keys(faults ?? {})]);
  const errors = [...names].flatMap((name) =>
    (faults?.[name] ?? []).map((message) => ({
      fieldId: name in labels ? `${id}-${name}` : undefined,
      ...{ name, label: labels[name], limits: LIMITS[name] },
      // Nobody can correct what the page itself sends.
      message: name === '' || name in labels || !message.startsWith('form.') ? message : 'form.unknown_field',
    })),
  );
  return (
    <div className="stack">
      {errors.length > 0 ? <ErrorSummary errors={errors} attempt={answer} /> : null}
      <Form method="post" id={id} className="stack" encType={encType} noValidate>
        <HiddenFields />
        {children}
      </Form>
    </div>
  );
}

const LIMITS: Record<string, { minLength?: number; maxLength: number }> = {
  subject: { minLength: 3, maxLength: 120 },
  message: { maxLength: 5000 },
  comment: { maxLength: 500 },
};

/** Returns the properties of a field: what was sent before, and its errors. */
export function fieldOf(id: string, answer: FormAnswer | undefined, name: string, fresh = '') {
  const sent = answer?.initialValue?.[name];
  return {
    ...{ name, id: `${id}-${name}`, ...LIMITS[name] },
    defaultValue: answer ? (typeof sent === 'string' ? sent : '') : fresh,
    errors: answer?.error?.[name] ?? undefined,
  };
}

/** The key of one submission. It stays when the form is shown again, so that a second press has no second effect. */
export function SubmissionKey({ answer, fresh }: { answer: FormAnswer | undefined; fresh: string }) {
  const sent = answer?.initialValue?.idempotency_key;
  return <input type="hidden" name="idempotency_key" value={typeof sent === 'string' ? sent : fresh} />;
}
