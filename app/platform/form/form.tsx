import { INTENT, parse } from '@conform-to/dom';
import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorSummary } from '../../ui/error-summary';
import type { FieldLimits } from '../../ui/field';
import { useRefusal } from '../page/page-state';
import { HiddenFields } from './hidden-fields';
import { useSteadyPress } from './steady-press';

type Constraints = Parameters<typeof useForm>[0]['constraint'];
type Answer = SubmissionResult<string[]>;
type Faults = Record<string, string[]>;

/**
 * A form that the server validates. The browser validates on blur and change by the elements' own validity, with
 * constraints derived from the schema, so it does not load zod. Without `onValidate` Conform would post the whole form,
 * with passwords, on each blur.
 */
export function useServerForm<T extends Record<string, unknown>>(options: {
  id: string;
  constraint: Constraints;
  lastResult: unknown;
  defaultValue?: Partial<Record<keyof T & string, string>>;
}) {
  const lastResult = options.lastResult as Answer | undefined;
  return useForm<T, string[]>({
    id: options.id,
    constraint: options.constraint as never,
    lastResult,
    defaultValue: options.defaultValue as never,
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onBlur',
    defaultNoValidate: false,
    onValidate: ({ form, formData }) => validateInBrowser(form, formData, lastResult) as never,
  });
}

/** Returns the value that was sent for a field. Conform updates its own `initialValue` only on the server. */
export function sentIn(lastResult: unknown, name: string): string | undefined {
  const sent = (lastResult as Answer | undefined)?.initialValue?.[name];
  return typeof sent === 'string' ? sent : undefined;
}

function validateInBrowser(form: HTMLFormElement, formData: FormData, lastResult: Answer | undefined) {
  return parse(formData, {
    resolve: (_, intent) => {
      const error = { ...faultsOf(form, formData), ...(intent && faultsThatStand(formData, lastResult)) };
      return Object.keys(error).length > 0 ? { error } : { value: {} };
    },
  });
}

function faultsOf(form: HTMLFormElement, formData: FormData) {
  const error: Faults = {};
  for (const element of form.elements as Iterable<HTMLElement> as Iterable<HTMLInputElement>) {
    if (!element.name || !element.willValidate || element.validity.valid) continue;
    // After one tick of several checkboxes the member may go on to the next. The server checks whether one is missing.
    if (element.type === 'checkbox' && formData.has(element.name)) continue;
    error[element.name] = [messageKeyOf(element)];
  }
  return error;
}

/** Returns the server's errors of the fields that have not changed since they were sent. */
function faultsThatStand(formData: FormData, lastResult: Answer | undefined): Faults {
  const sent = lastResult?.initialValue ?? {};
  const faults = Object.entries(lastResult?.error ?? {});
  return Object.fromEntries(
    faults.flatMap(([name, messages]) =>
      messages && String(formData.getAll(name)) === String([sent[name] ?? ''].flat()) ? [[name, messages]] : [],
    ),
  );
}

/** Returns the key that the server gives for the same error. */
function messageKeyOf({ validity, type, pattern }: HTMLInputElement) {
  if (validity.valueMissing) return 'form.required';
  if (validity.typeMismatch && type === 'email') return 'form.email';
  if (validity.badInput && type === 'date') return 'form.date';
  // Only the pattern of names has letters. The whole patterns differ, because the build escapes characters differently.
  if (validity.patternMismatch && pattern.includes('\\p{L}')) return 'form.name';
  if (validity.tooShort) return 'form.min';
  if (validity.tooLong) return 'form.max';
  return 'form.invalid';
}

interface ServerFormProps<T extends Record<string, unknown>> {
  form: FormMetadata<T, string[]>;
  /** The action's answer. A new answer moves the focus to the error summary again. */
  lastResult: unknown;
  /** Labels for the error summary, by field name. */
  labels: Record<string, string>;
  /** A form for guests, with honeypot and signed timestamp. */
  guest?: boolean;
  /** Keeps drafts of a guest's form in this tab. Drafts of members are always kept. */
  keepsDraft?: boolean;
  /** Sends the form without the browser's checks, so that the server names everything that is wrong at once. */
  atOnce?: boolean;
  action?: string;
  children: ReactNode;
}

/** `<Form method="post">` with its error summary and hidden fields. */
export function ServerForm<T extends Record<string, unknown>>(props: ServerFormProps<T>) {
  const { form, lastResult, labels, guest, keepsDraft, atOnce, action, children } = props;
  const { faults, attempt, onSubmit } = useAttempt(form, lastResult as Answer | undefined, atOnce);
  const fields = form.getFieldset();
  useRefusal(faults !== null, lastResult, form.id);
  useSteadyPress(form.id);
  const order = ['', ...Object.keys(labels)];
  const sorted = Object.entries(faults ?? {}).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const errors = sorted.flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({
      fieldId: name === '' ? undefined : `${form.id}-${name}`,
      name,
      label: labels[name],
      limits: limitsOf(fields[name]),
      message,
    })),
  );
  return (
    <div className="stack">
      {errors.length > 0 ? <ErrorSummary errors={errors} attempt={attempt} /> : null}
      <Form
        method="post"
        action={action}
        className="stack"
        data-draft={keepsDraft ? 'on' : undefined}
        {...getFormProps(form)}
        noValidate={atOnce || form.noValidate}
        aria-describedby={undefined}
        onSubmit={onSubmit}
      >
        <HiddenFields guest={guest} />
        {children}
      </Form>
    </div>
  );
}

/**
 * Returns the errors of the last attempt to send the form, found by the server or by the browser before sending. They
 * stay until the next attempt, even if validation finds other errors while fields are filled in.
 */
function useAttempt<T extends Record<string, unknown>>(
  form: FormMetadata<T, string[]>,
  lastResult: Answer | undefined,
  atOnce: boolean | undefined,
) {
  const [unsent, setUnsent] = useState<{ after: unknown; faults: Faults } | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isIntent = submitter?.getAttribute('name') === INTENT;
    // A button with `formnovalidate`, for example one that asks for more choices, sends the form without validation.
    if (!isIntent && (atOnce || submitter?.hasAttribute('formnovalidate'))) return;
    form.onSubmit(event);
    if (isIntent) return;
    const { currentTarget } = event;
    const faults = event.defaultPrevented ? faultsOf(currentTarget, new FormData(currentTarget)) : null;
    setUnsent(faults && { after: lastResult, faults });
  };
  if (unsent && unsent.after === lastResult) return { faults: unsent.faults, attempt: unsent, onSubmit };
  const faults = lastResult?.status === 'error' ? (lastResult.error ?? {}) : null;
  return { faults, attempt: lastResult, onSubmit };
}

function limitsOf(field: FieldLimits | undefined): FieldLimits {
  const { min, max, minLength, maxLength } = field ?? {};
  return { min, max, minLength, maxLength };
}
