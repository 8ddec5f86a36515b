import { Form } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { ErrorSummary } from '../../ui/error-summary';
import { useRefusal } from '../page/page-state';
import { HiddenFields } from './hidden-fields';

/** The part of the server's answer that a form shows again. */
export interface FormAnswer {
  status?: string;
  error?: Record<string, string[] | null> | null;
  initialValue?: Record<string, unknown> | null;
}

interface PlainFormProps {
  id: string;
  answer: FormAnswer | undefined;
  /** Labels for the error summary, by field name, in the order of the fields. The id of a field is `{form}-{name}`. */
  labels?: Record<string, string>;
  limits?: Record<string, { minLength?: number; maxLength: number }>;
  encType?: 'multipart/form-data';
  /** For a form that another page shows, too. */
  action?: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** `<Form method="post">` with its error summary. The server alone checks it, so its page needs no code for checking. */
export function PlainForm({
  id,
  answer,
  labels = {},
  limits = {},
  encType,
  action,
  onSubmit,
  children,
}: PlainFormProps) {
  const faults = answer?.status === 'error' ? (answer.error ?? {}) : null;
  useRefusal(faults !== null, answer, id);
  const names = new Set(['', ...Object.keys(labels), ...Object.keys(faults ?? {})]);
  const errors = [...names].flatMap((name) =>
    (faults?.[name] ?? []).map((message) => ({
      fieldId: name in labels ? `${id}-${name}` : undefined,
      ...{ name, label: labels[name], limits: limits[name] },
      // Nobody can correct what the page itself sends.
      message: name === '' || name in labels || !message.startsWith('form.') ? message : 'form.unknown_field',
    })),
  );
  return (
    <div className="stack">
      {errors.length > 0 ? <ErrorSummary errors={errors} attempt={answer} /> : null}
      <Form method="post" action={action} id={id} className="stack" encType={encType} onSubmit={onSubmit} noValidate>
        <HiddenFields />
        {children}
      </Form>
    </div>
  );
}

/** Returns the properties of a field of a `PlainForm`: what was sent before, and its errors. */
export function plainField(form: string, answer: FormAnswer | undefined, name: string, fresh = '') {
  return {
    ...{ name, id: `${form}-${name}` },
    defaultValue: sentText(answer, name, fresh),
    errors: answer?.error?.[name] ?? undefined,
  };
}

/** Returns what a field was sent with before, or `fresh` for a form that was not sent. */
export function sentText(answer: FormAnswer | undefined, name: string, fresh = ''): string {
  const sent = answer?.initialValue?.[name];
  return answer ? (typeof sent === 'string' ? sent : '') : fresh;
}
