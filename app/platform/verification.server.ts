import { data } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { type Verification, type VerificationAction, verificationMethod } from '../../upstream/contract/verification';
import type { Failure } from './api.server';
import type { FormReply, ParsedForm } from './forms.server';
import type { Member } from './gates.server';
import { postedForm } from './posted-form.server';
import { maskEmail } from './unauthenticated.server';

/** The step as its page shows it. */
export interface PlannedVerification {
  method: Verification['verification_method'];
  /** The masked address that mailed codes go to. */
  target: string;
  /** Once a code was mailed: when the next one may be asked for, in ms since 1970, and in how many seconds that is. */
  again?: { at: number; inSeconds: number };
  /** It was mailed with this answer: the code is what the form waits for. */
  isNew?: boolean;
}

/** Fields of the step, to spread into the schema of a protected form. */
export const verificationFields = {
  /** People copy codes as `482 917`. */
  verification_code: z
    .string()
    .max(20)
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .optional(),
  /** See `PlannedVerification.again`; its presence says that a code was mailed. */
  verification_again: z.coerce.number().int().min(0).optional(),
  verification_intent: z.literal('send').optional(),
};

/** The step before anything was posted, by the specification's three cases. */
export function plannedVerification({ member: { user } }: Member, forced?: 'totp' | 'email'): PlannedVerification {
  const has = { twoFactor: user.google2fa_enabled_at !== null, verifiedEmail: user.email_verified };
  return { method: verificationMethod(has, forced), target: maskEmail(user.email) };
}

interface Step<V> {
  action: VerificationAction;
  /** What the code is bound to, by `verificationContext` of the contract; made of what was typed where it depends on it. */
  context: string | ((value: V) => string);
  forced?: 'totp' | 'email';
}

/** As `api.attempt` answers. */
type Called<T> = { ok: true; data: T } | { ok: false; failure: Failure };
type Answer<T> = { ok: true; data: T } | { ok: false; reply: VerifiedReply };
type VerifiedReply = ReturnType<typeof withStep>;

/**
 * Makes a protected call once the step is done. Where a code has to be mailed first it is asked for, and the form is
 * shown again with what was typed and the field for it: return `reply` from the action. A form whose `context` is fixed
 * may ask for its code before anything else is typed.
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
  if (context === null || !posted.isGenuine) return refuse(form.reply());
  if (planned.method === 'email' && (posted.asksForCode || !posted.again)) {
    const sent = await requestCode(current, step.action, context, posted.asksForCode);
    if ('failure' in sent) return refuse(form.show(sent.failure));
    return { ok: false, reply: withStep(form.show(), { ...planned, again: sent, isNew: true }) };
  }
  if (!form.value) return refuse(form.reply());
  if (planned.method !== 'none' && !posted.code) return refuse(form.reply(codeMissing));
  const answer = await call(form.value, { verification_method: planned.method, verification_code: posted.code });
  return answer.ok ? { ok: true, data: answer.data } : refuse(form.reply(answer.failure));
}

async function postedStep(current: Member) {
  const { fields, faults, redisplay } = await postedForm(current);
  const at = Number(fields.get('verification_again'));
  return {
    code: String(fields.get('verification_code') ?? '').trim(),
    asksForCode: fields.get('verification_intent') === 'send',
    again: Number.isSafeInteger(at) && at > 0 ? waitUntil(at) : undefined,
    /** Not forged, and nothing but the language was switched. */
    isGenuine: faults.length === 0 && !redisplay,
  };
}

/** Whoever comes back to the same form within the minute has a good code in the mail already. */
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

/** A form's answer with its step. */
export const withStep = ({ data: result, init }: FormReply, verification: PlannedVerification) =>
  data({ ...result, verification }, init ?? undefined);
