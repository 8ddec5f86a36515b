import { data } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../../upstream/contract/contract';
import { BareCode, type CallWithBody, fieldsOf } from '../../../upstream/contract/shapes';
import {
  type Verification,
  type VerificationAction,
  type verification,
  verificationMethod,
} from '../../../upstream/contract/verification';
import type { Failure } from '../request/failure.server';
import type { Member } from '../request/gates.server';
import { postedForm } from '../request/posted-form.server';
import { maskEmail } from '../request/unauthenticated.server';
import type { FormReply, ParsedForm } from './forms.server';

/** The verification step for its page. */
export interface PlannedVerification {
  method: Verification['verification_method'];
  /** The masked e-mail address for codes. */
  target: string;
  /** Set after a code was mailed: when the next one is allowed, in ms since 1970, and in how many seconds. */
  again?: { at: number; inSeconds: number };
  /** The step is new in this answer, so the form now waits for its code. */
  isNew?: boolean;
}

/** The fields of the step, for the schema of a protected form. */
export const verificationFields = {
  verification_code: BareCode.optional(),
  /** See `PlannedVerification.again`. If it is present, a code was mailed. */
  verification_again: z.coerce.number().int().min(0).optional(),
  verification_intent: z.literal('send').optional(),
};

/** Returns the fields of a protected call's body, with the page's fields of the step. */
export function protectedFields<B extends z.ZodObject<Verified>>(call: CallWithBody<B>) {
  const { verification_method: _method, verification_code: _code, ...fields } = fieldsOf(call);
  return { ...fields, ...verificationFields };
}

type Verified = typeof verification;

/** Returns the step before anything is posted, by the three cases of the specification. */
export function plannedVerification({ member: { user } }: Member, forced?: 'totp' | 'email'): PlannedVerification {
  const has = { twoFactor: user.google2fa_enabled_at !== null, verifiedEmail: user.email_verified };
  return { method: verificationMethod(has, forced), target: maskEmail(user.email) };
}

interface Step<V> {
  action: VerificationAction;
  /**
   * What the code is bound to, by the contract's `verificationContext`. A function if it depends on the typed values.
   */
  context: string | ((value: V) => string);
  forced?: 'totp' | 'email';
}

/** The result of `api.attempt`. */
type Made<T> = { ok: true; data: T; isRepeated: boolean };
type Called<T> = Made<T> | { ok: false; failure: Failure };
type Answer<T> = Made<T> | { ok: false; reply: VerifiedReply };
type VerifiedReply = ReturnType<typeof withStep>;

/**
 * Makes a protected call after the verification step. If a code has to be mailed first, it requests the code and shows
 * the form again with the typed values and the code field: return `reply` from the action. A form with a fixed
 * `context` may ask for its code before anything else is typed.
 */
export async function callVerified<V, T>(
  current: Member,
  form: Pick<ParsedForm<V>, 'value' | 'reply' | 'show'>,
  step: Step<V>,
  call: (value: V, verification: Verification) => Promise<Called<T>>,
): Promise<Answer<T>> {
  const posted = await postedStep(current);
  const planned = { ...plannedVerification(current, step.forced), again: posted.again };
  const refuse = (reply: FormReply) => ({ ok: false as const, reply: withStep(reply, planned) });
  const context = typeof step.context === 'string' ? step.context : form.value && step.context(form.value);
  const lacksCode = planned.method !== 'none' && posted.sawStep && !posted.code && !posted.asksForCode;
  const missing = lacksCode ? codeMissing : undefined;
  if (!posted.isGenuine) return refuse(form.reply());
  if (context === null) return refuse(form.reply(missing));
  if (planned.method === 'email' && (posted.asksForCode || !posted.again)) {
    const sent = await requestCode(current, step.action, context, posted.asksForCode);
    if ('failure' in sent) return refuse(form.show(sent.failure));
    return { ok: false, reply: withStep(form.show(), { ...planned, again: sent, isNew: true }) };
  }
  if (!form.value) return refuse(form.reply(missing));
  if (planned.method !== 'none' && !posted.sawStep) {
    return { ok: false, reply: withStep(form.show(), { ...planned, isNew: true }) };
  }
  if (missing) return refuse(form.reply(missing));
  const answer = await call(form.value, { verification_method: planned.method, verification_code: posted.code });
  return answer.ok ? answer : refuse(form.reply(answer.failure));
}

async function postedStep(current: Member) {
  const { fields, faults, redisplay } = await postedForm(current);
  const at = Number(fields.get('verification_again'));
  return {
    /** The sent form already had the code field. */
    sawStep: fields.has('verification_code'),
    code: String(fields.get('verification_code') ?? '').trim(),
    asksForCode: fields.get('verification_intent') === 'send',
    again: Number.isSafeInteger(at) && at > 0 ? waitUntil(at) : undefined,
    /** The form is not forged and was not sent only to show it again, such as in another language. */
    isGenuine: faults.length === 0 && !redisplay,
  };
}

/**
 * Requests a code by e-mail. A 429 with a wait of up to a minute counts as success unless the member asked for another
 * code, because the earlier code is still valid.
 */
async function requestCode(current: Member, action: VerificationAction, context: string, insists: boolean) {
  const answer = await current.api.attempt(contract.verification.requestVerificationCode, {
    json: { action, context },
  });
  if (answer.ok) return waitUntil(Date.now() + answer.data.resend_in * 1000);
  const { status, retryAfter } = answer.failure;
  if (!insists && status === 429 && retryAfter && retryAfter <= 60) return waitUntil(Date.now() + retryAfter * 1000);
  return { failure: answer.failure };
}

const waitUntil = (at: number) => ({ at, inSeconds: Math.max(0, Math.ceil((at - Date.now()) / 1000)) });

const codeMissing: Failure = {
  status: 422,
  message: '',
  errors: { verification_code: ['form.required'] },
  retryAfter: null,
};

/** Returns a form's answer with the verification step. */
export const withStep = ({ data: result, init }: FormReply, verification: PlannedVerification) =>
  data({ ...result, verification }, init ?? undefined);
