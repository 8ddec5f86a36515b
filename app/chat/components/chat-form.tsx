import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useRefusal } from '../../platform/page/page-state';
import { Button, type ButtonProps } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { TextareaField } from '../../ui/textarea-field';

/** The part of the server's answer that a form shows again. */
export interface ChatAnswer {
  status?: string;
  error?: Record<string, string[] | null> | null;
  initialValue?: Record<string, unknown> | null;
}

interface ChatFormProps {
  id: string;
  answer: ChatAnswer | undefined;
  /** The label of its one field. */
  label?: string;
  children: ReactNode;
}

/** `<Form method="post">` with its error summary. The server alone checks it, as in support. */
export function ChatForm({ id, answer, label, children }: ChatFormProps) {
  const faults = answer?.status === 'error' ? (answer.error ?? {}) : null;
  useRefusal(faults !== null, answer, id);
  const errors = Object.entries(faults ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({
      ...(name === 'message' && { fieldId: `${id}-message`, name, label, limits: LIMITS }),
      message,
    })),
  );
  return (
    <div className="stack">
      {errors.length > 0 ? <ErrorSummary errors={errors} attempt={answer} /> : null}
      <Form method="post" id={id} className="stack" noValidate>
        <HiddenFields />
        {children}
      </Form>
    </div>
  );
}

const LIMITS = { maxLength: 2000 };

interface MessageFieldProps {
  form: string;
  answer: ChatAnswer | undefined;
  label: string;
  hint?: string;
  /** The text of a form that was not sent before. */
  fresh?: string;
  maxLength?: number;
  required?: boolean;
}

/** The text of a message, or of a report: what was sent before, and its errors. */
export function MessageField({
  form,
  answer,
  fresh = '',
  maxLength = 2000,
  required = true,
  ...field
}: MessageFieldProps) {
  const sent = answer?.initialValue?.message;
  return (
    <TextareaField
      {...field}
      id={`${form}-message`}
      name="message"
      rows={3}
      maxLength={maxLength}
      required={required}
      defaultValue={answer ? (typeof sent === 'string' ? sent : '') : fresh}
      errors={answer?.error?.message ?? undefined}
    />
  );
}

/** A form with one button that only says what to do. */
export function Press({ id, intent, children, ...look }: { id: string; intent: string } & ButtonProps) {
  return (
    <Form method="post" id={id}>
      <HiddenFields />
      <Button kind="second" small {...look} name="intent" value={intent}>
        {children}
      </Button>
    </Form>
  );
}
