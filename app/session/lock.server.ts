import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { type ParsedForm, parseForm } from '../platform/form/forms.server';
import { CARRY, openForm } from '../platform/request/carry.server';
import type { Failure } from '../platform/request/failure.server';
import { postedForm } from '../platform/request/posted-form.server';
import { type Args, contextOf, type RequestContext } from '../platform/request/request-context.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { describeCarried, type Resumed } from '../platform/request/resume.server';
import { lockPath, rememberPath, wayBackTo } from '../platform/request/session.server';
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
  /** The page to which the unlock leads. */
  returnTo: string | null;
  resume?: Resumed;
}

type LockForm = ParsedForm<z.output<typeof lockSchema>>;

/** What the lock page keeps from one of its forms to the next. */
type Kept = Pick<LockAnswer, 'carry' | 'returnTo'>;

/**
 * Answers every form of the lock page: lock, unlock, second factor, mailed link, another account, and the form that
 * script sends when another tab has unlocked.
 */
export async function answerLock(args: Args): Promise<Response | LockAnswer> {
  const current = await contextOf(args);
  const form = await parseForm(args, lockSchema);
  const user = current.session.get('user');
  if (!user) return redirect(current, '/login');
  const { sent } = await postedForm(current);
  const kept = keptFields(sent);
  if (!form.value) return refuse(form, kept, undefined, sent.get('step') === 'two_factor' ? 'two_factor' : undefined);
  switch (form.value.intent) {
    case 'forget':
      await endSession(current, 'nothing');
      return redirect(current, '/login');
    case 'lock':
      return lock(current, kept);
    case 'resume':
      return resume(current, user.id, kept, kept.returnTo ?? '/');
    case 'link':
      return sendLink(current, form, user.email, kept);
    case 'challenge':
      return answerChallenge(current, form, kept);
    default:
      return unlock(current, form, user.email, kept);
  }
}

async function lock(current: RequestContext, { returnTo }: Kept) {
  const isGhost = current.session.has('ghost');
  await endSession(current, 'member');
  // Nothing of the member's area stays in the browser of the staff.
  if (isGhost) return redirect(current, '/lock');
  rememberPath(current.session, returnTo);
  return redirect(current, lockPath(returnTo));
}

async function sendLink(current: RequestContext, form: LockForm, email: string, kept: Kept) {
  const answer = await current.api.attempt(contract.identity.requestUnlockLink, { json: { email } });
  if (!answer.ok) return refuse(form, kept, answer.failure);
  return redirectWithFlash(current, lockPath(kept.returnTo), { kind: 'info', text: 'session:lock.link_sent' });
}

async function unlock(current: RequestContext, form: LockForm, email: string, kept: Kept) {
  const password = form.value?.password ?? '';
  const answer = await current.api.attempt(contract.identity.unlock, { json: { email, password } });
  if (!answer.ok) return refuse(form, kept, aboutPassword(current, answer.failure));
  if (!('two_factor' in answer.data)) return open(current, answer.data, kept);
  current.session.set('challenge', { challenge: answer.data.challenge, methods: answer.data.methods, email });
  return { status: 200, step: 'two_factor' as const, ...kept };
}

/** The lock page asks for no address, so a refused sign-in is about the password. */
const aboutPassword = ({ t }: RequestContext, failure: Failure): Failure =>
  failure.status === 422 ? { ...failure, errors: { password: [t('session:lock.wrong_password')] } } : failure;

async function answerChallenge(current: RequestContext, form: LockForm, kept: Kept) {
  const { one_time_password, recovery_code } = form.value ?? {};
  const challenge = current.session.get('challenge')?.challenge ?? 'none';
  const answer = await current.api.attempt(contract.identity.answerTwoFactorChallenge, {
    json: { challenge, one_time_password, recovery_code },
  });
  if (answer.ok) return open(current, answer.data, kept);
  return refuse(form, kept, answer.failure, 'challenge' in answer.failure.errors ? undefined : 'two_factor');
}

async function open(current: RequestContext, answer: LoginAnswer, kept: Kept): Promise<Response | LockAnswer> {
  const { language } = current;
  const target = await openMemberSession(current, answer);
  // The member continues in the language of the lock page.
  current.setLanguage(language);
  return resume(current, answer.user.id, kept, kept.returnTo ?? target);
}

/** Asks the member about a carried form. Without one it redirects to `target`, which locks where the session is not open. */
async function resume(
  current: RequestContext,
  userId: number,
  { carry, returnTo }: Kept,
  target: string,
): Promise<Response | LockAnswer> {
  const carried = carry === null ? null : openForm(carry, userId, Date.now());
  if (!carried || !carry) return redirect(current, target);
  if (!current.session.get('token')) return { status: 200, carry, returnTo };
  return { status: 200, carry: null, returnTo, resume: describeCarried(carried, carry, current.language) };
}

function refuse(form: LockForm, kept: Kept, failure?: Failure, step?: 'two_factor'): LockAnswer {
  const { data: result, init } = form.reply(failure);
  return { status: init?.status ?? 422, errors: result.error as Record<string, string[]>, ...kept, step };
}

function keptFields(sent: FormData): Kept {
  const carry = sent.get(CARRY);
  return { carry: typeof carry === 'string' ? carry : null, returnTo: wayBackTo(sent.get('return_to')) };
}
