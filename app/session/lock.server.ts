import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { type ParsedForm, parseForm } from '../platform/form/forms.server';
import { CARRY, openForm } from '../platform/request/carry.server';
import { postedForm } from '../platform/request/posted-form.server';
import { type Args, contextOf, type RequestContext } from '../platform/request/request-context.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { describeCarried, type Resumed } from '../platform/request/resume.server';
import { lockSchema } from './session.schema';
import { endSession, type LoginAnswer, openMemberSession } from './session.server';

/**
 * The state of the lock page in place of another page: refused, at the second factor, or open with a form to resume.
 */
export interface LockAnswer {
  status: number;
  step?: 'two_factor';
  /** Messages by field. Those of the whole form are under ''. */
  errors?: Record<string, string[]>;
  carry: string | null;
  resume?: Resumed;
}

type LockForm = ParsedForm<z.output<typeof lockSchema>>;

/** Answers every form of the lock page: lock, unlock, second factor, mailed link, another account. */
export async function answerLock(args: Args): Promise<Response | LockAnswer> {
  const current = await contextOf(args);
  const form = await parseForm(args, lockSchema);
  const user = current.session.get('user');
  if (!user) return redirect(current, '/login');
  const carry = await carriedField(current);
  if (!form.value) {
    const isChallenge = (await postedForm(current)).sent.get('step') === 'two_factor';
    return refuse(form, carry, undefined, isChallenge ? 'two_factor' : undefined);
  }
  switch (form.value.intent) {
    case 'forget':
      await endSession(current, 'nothing');
      return redirect(current, '/login');
    case 'lock':
      await endSession(current, 'member');
      return redirect(current, '/lock');
    case 'link':
      return sendLink(current, form, user.email, carry);
    case 'challenge':
      return answerChallenge(current, form, carry);
    default:
      return unlock(current, form, user.email, carry);
  }
}

async function sendLink(current: RequestContext, form: LockForm, email: string, carry: string | null) {
  const answer = await current.api.attempt(contract.identity.requestUnlockLink, { json: { email } });
  if (!answer.ok) return refuse(form, carry, answer.failure);
  return redirectWithFlash(current, '/lock', { kind: 'info', text: 'session:lock.link_sent' });
}

async function unlock(current: RequestContext, form: LockForm, email: string, carry: string | null) {
  const password = form.value?.password ?? '';
  const answer = await current.api.attempt(contract.identity.unlock, { json: { email, password } });
  if (!answer.ok) return refuse(form, carry, answer.failure);
  if (!('two_factor' in answer.data)) return open(current, answer.data, carry);
  current.session.set('challenge', { challenge: answer.data.challenge, methods: answer.data.methods, email });
  return { status: 200, step: 'two_factor' as const, carry };
}

async function answerChallenge(current: RequestContext, form: LockForm, carry: string | null) {
  const { one_time_password, recovery_code } = form.value ?? {};
  const challenge = current.session.get('challenge')?.challenge ?? 'none';
  const answer = await current.api.attempt(contract.identity.answerTwoFactorChallenge, {
    json: { challenge, one_time_password, recovery_code },
  });
  if (answer.ok) return open(current, answer.data, carry);
  return refuse(form, carry, answer.failure, 'challenge' in answer.failure.errors ? undefined : 'two_factor');
}

/** Asks the member about a carried form. Without one it redirects to the remembered page. */
async function open(
  current: RequestContext,
  answer: LoginAnswer,
  carry: string | null,
): Promise<Response | LockAnswer> {
  const { language } = current;
  const target = await openMemberSession(current, answer);
  // The member continues in the language of the lock page.
  current.setLanguage(language);
  const carried = carry === null ? null : openForm(carry, answer.user.id, Date.now());
  if (!carried || !carry) return redirect(current, target);
  return { status: 200, carry: null, resume: describeCarried(carried, carry) };
}

function refuse(
  form: LockForm,
  carry: string | null,
  failure?: Parameters<LockForm['reply']>[0],
  step?: 'two_factor',
): LockAnswer {
  const { data: result, init } = form.reply(failure);
  return { status: init?.status ?? 422, errors: result.error as Record<string, string[]>, carry, step };
}

async function carriedField(current: RequestContext) {
  const value = (await postedForm(current)).sent.get(CARRY);
  return typeof value === 'string' ? value : null;
}
