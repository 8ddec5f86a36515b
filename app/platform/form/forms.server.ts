import type { SubmissionResult } from '@conform-to/react';
import { unstable_coerceFormValue as coerceFormValue, getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import { namePattern } from '../../../upstream/contract/names';
import { env } from '../request/env.server';
import { CALL_MISSING, type Failure } from '../request/failure.server';
import { postedForm } from '../request/posted-form.server';
import { type Args, contextOf, type RequestContext } from '../request/request-context.server';
import { createSigner } from '../request/sealing.server';
import { waitingTime } from './waiting-time';

const SECRET = /password|one_time|recovery_code|verification_code/;
/** A hidden field, so it cannot show a message; see `idempotency.server.ts`. */
const IDEMPOTENCY_KEY = 'idempotency_key';
const FORM_LIFETIME_MS = 24 * 3600 * 1000;

export type FormReply = ReturnType<typeof data<SubmissionResult<string[]>>>;

export interface ParsedForm<T> {
  current: RequestContext;
  /** The parsed values; null if the form is invalid, and `reply` says why. */
  value: T | null;
  /**
   * The valid fields of an invalid form. Upstream may find more errors in them, so that the page shows all errors at
   * once. Null if the form is valid or is only shown again.
   */
  rightFields: Partial<T> | null;
  /** Shows the page again with errors and the typed values, never with passwords or codes. */
  reply(failure?: Failure): FormReply;
  /**
   * Shows the page again with the typed values and without their errors, because it asks for something more, such as a
   * code. `failure` is the failure of that request.
   */
  show(failure?: Failure): FormReply;
}

/**
 * Parses a posted form by its schema.
 * @param options.guest also checks the honeypot and the signed timestamp, unless somebody is signed in
 */
export async function parseForm<S extends z.ZodType>(
  args: Args,
  schema: S,
  options: { guest?: boolean } = {},
): Promise<ParsedForm<z.output<S>>> {
  const current = await contextOf(args);
  const posted = await postedForm(current);
  const faults = [...posted.faults];
  if (options.guest && !current.session.has('token') && !posted.redisplay && isFromBot(posted.sent, Date.now()))
    faults.push({ key: 'form.stale', status: 422 });
  const submission = parseWithZod(posted.fields, { schema, error: (issue) => messageOf(current, issue) });
  const isClean = faults.length === 0 && !posted.redisplay;
  const show = (failure?: Failure) => {
    const initialValue = Object.fromEntries(Object.entries(submission.payload).filter(([name]) => !SECRET.test(name)));
    const refusal = failure && { status: 'error', error: { '': [wordsFor(current, failure)] } };
    return data({ initialValue, ...refusal } as SubmissionResult<string[]>, { status: failure?.status ?? 200 });
  };
  return {
    current,
    show,
    value: isClean && submission.status === 'success' ? submission.value : null,
    rightFields: isClean && submission.status === 'error' ? rightFieldsOf(schema, submission.payload) : null,
    reply(failure) {
      // Another form was sent with this key, so this form gets a new key.
      const isUsedUp = (name: string) => name === IDEMPOTENCY_KEY && failure !== undefined && name in failure.errors;
      const hideFields = Object.keys(submission.payload).filter((name) => SECRET.test(name) || isUsedUp(name));
      if (posted.redisplay && !failure) return show();
      if (failure) {
        const { fieldErrors, formErrors } = refusalOf(current, namesOf(schema, submission.payload), failure);
        // The page's own messages stay. Of a call that only checks, they are the more precise ones.
        for (const name of submission.status === 'error' ? Object.keys(submission.error ?? {}) : [])
          delete fieldErrors[name];
        const result = submission.reply({ hideFields, fieldErrors, formErrors });
        return data(result as SubmissionResult<string[]>, { status: failure.status });
      }
      const result = submission.reply({
        hideFields,
        ...(faults.length > 0 && { formErrors: faults.map((fault) => fault.key) }),
      });
      return data({ ...result, status: 'error' } as SubmissionResult<string[]>, { status: faults[0]?.status ?? 422 });
    },
  };
}

function rightFieldsOf<S extends z.ZodType>(schema: S, payload: Record<string, unknown>): Partial<z.output<S>> {
  const fields = 'shape' in schema ? (schema as unknown as z.ZodObject).shape : {};
  const right = Object.entries(fields).flatMap(([name, field]) => {
    const parsed = coerceFormValue(field as z.ZodType).safeParse(payload[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(right) as Partial<z.output<S>>;
}

/** Returns the refusal of a call that only checks. Its other failures do not matter, because the form is refused anyway. */
export function refusalIn(answer: { ok: true } | { ok: false; failure: Failure } | null): Failure | undefined {
  return answer && !answer.ok && answer.failure.status === 422 ? answer.failure : undefined;
}

interface Issue {
  code?: string;
  input?: unknown;
  format?: string;
  pattern?: string;
  minimum?: unknown;
  message?: string;
  /** From a custom check of a schema: the key of the text, with its values. */
  params?: { key?: string; values?: Record<string, string> };
}

/** Returns the key of a text, to which the page adds field name and limits; the text itself if it has own values. */
function messageOf(current: RequestContext, issue: Issue): string {
  const { key, values } = issue.params ?? {};
  if (key) return values ? current.t(key, values) : key;
  return messageKey(issue);
}

/** Returns the message of the form rules (docs/product/README.md#form-rules) for an error of a schema. */
function messageKey(issue: Issue): string {
  if (issue.message) return issue.message;
  if (Array.isArray(issue.input) && issue.code === 'invalid_type') return 'form.repeated';
  if (issue.code === 'unrecognized_keys') return 'form.unknown_field';
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'form.required';
  if (issue.code === 'too_small') return issue.minimum === 1 ? 'form.required' : 'form.min';
  if (issue.code === 'too_big') return 'form.max';
  if (issue.pattern === String(namePattern)) return 'form.name';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'form.email';
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'form.date';
  return 'form.invalid';
}

/** Returns the names of the schema's fields, including those that were not sent. */
const namesOf = (schema: z.ZodType, payload: Record<string, unknown>) =>
  'shape' in schema ? Object.keys((schema as z.ZodObject).shape) : Object.keys(payload);

/** Puts upstream's errors on the same fields. Errors without a field are shown above the form. */
function refusalOf(current: RequestContext, names: string[], failure: Failure) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [name, messages] of Object.entries(failure.errors)) {
    if (name === IDEMPOTENCY_KEY) formErrors.push('form.stale');
    else if (names.includes(name)) fieldErrors[name] = messages;
    else formErrors.push(...messages);
  }
  if (Object.keys(failure.errors).length === 0) formErrors.push(wordsFor(current, failure));
  return { fieldErrors, formErrors };
}

/** Returns the text of the error catalogue for a refusal without field errors. */
function wordsFor(current: RequestContext, failure: Failure) {
  if (failure.status === 429) {
    const words = [`${current.t('problem.too_many.title')}.`, `${current.t('problem.too_many.text')}.`];
    return [...words, ...(failure.retryAfter ? [waitingTime(current.t, failure.retryAfter)] : [])].join(' ');
  }
  if (failure.code === CALL_MISSING) return current.t('problem.unavailable.text');
  if (failure.status === 503) return current.t('problem.maintenance.form', { reference: failure.reference });
  if (failure.status >= 500) return current.t('problem.server.form', { reference: failure.reference });
  return failure.message;
}

/** Formats that the browser checks by the control's type. Their patterns are long and differ from its check. */
const NATIVE = ['email', 'date'];

const constraints = new WeakMap<z.ZodObject, ReturnType<typeof readConstraint>>();

/**
 * Returns the attributes with which the browser checks the form as the schema does. They are kept for each schema,
 * because most schemas serve every request. Do not change the result.
 */
export function constraintOf(schema: z.ZodObject) {
  const known = constraints.get(schema);
  if (known) return known;
  const constraint = readConstraint(schema);
  constraints.set(schema, constraint);
  return constraint;
}

function readConstraint(schema: z.ZodObject) {
  const constraint = getZodConstraint(schema);
  for (const [name, field] of Object.entries(schema.shape)) {
    const { format } = (field as z.ZodType)._zod.def as { format?: string };
    if (format && NATIVE.includes(format)) delete constraint[name]?.pattern;
    // `required` already means at least one character, and an optional field may be empty.
    if (constraint[name]?.minLength === 1) delete constraint[name].minLength;
  }
  return constraint;
}

let signer: ReturnType<typeof createSigner> | undefined;
/** Created once, because deriving its key costs more than a signature. */
const stamps = () => {
  signer ??= createSigner(env().sessionSecrets, 'form stamp v1');
  return signer;
};

/** Returns the signed time at which a guest's form is shown. */
export const formStamp = (now: number) => stamps().sign(now.toString(36));

/** Whether the honeypot is filled in or missing, the stamp is not ours, or the form is a day old. */
function isFromBot(sent: FormData, now: number) {
  const stamp = stamps().verify(String(sent.get('form_started') ?? ''));
  const shownAt = stamp === null ? Number.NaN : Number.parseInt(stamp, 36);
  return sent.get('website') !== '' || !(shownAt <= now && now - shownAt < FORM_LIFETIME_MS);
}
