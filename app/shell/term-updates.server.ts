import { contract } from '../../upstream/contract/contract';
import type { Failure } from '../platform/api.server';
import { CARRY, openForm } from '../platform/carry.server';
import { type ParsedForm, parseForm } from '../platform/forms.server';
import { postedForm } from '../platform/posted-form.server';
import type { WaitingTerms } from '../platform/problem';
import { type Args, contextOf, type RequestContext } from '../platform/request-context.server';
import { redirectWithFlash } from '../platform/responses.server';
import { describeCarried, type Resumed } from '../platform/resume.server';
import { safePath } from '../platform/session.server';
import { waitingTerms } from '../platform/terms-gate.server';
import { whenUnauthenticated } from '../platform/unauthenticated.server';
import { termUpdatesSchema } from './shell.schema';

/** The terms again, refused or in another language; or, agreed to, the form that they had come between. */
export interface TermsAnswer {
  status: number;
  /** By field; the form as a whole under ''. */
  errors?: Record<string, string[]>;
  waiting?: WaitingTerms | null;
  returnTo?: string;
  carry?: string | null;
  resume?: Resumed;
}

type TermsForm = ParsedForm<{ list?: string; return_to?: string }>;

/** Agrees to the list that was shown, and goes back to the page that the member was on. */
export async function answerTermUpdates(args: Args): Promise<Response | TermsAnswer> {
  const current = await contextOf(args);
  const form = await parseForm(args, termUpdatesSchema);
  if (!current.session.get('token')) throw await whenUnauthenticated(current);
  if (!form.value) return showAgain(current, form);
  const { list, return_to } = form.value;
  const answer = await current.api.attempt(contract.terms.agreeToTermUpdates, {
    headers: list ? { 'If-Match': list } : {},
  });
  if (!answer.ok) return showAgain(current, form, answer.failure);
  const { sealed, carried } = await carriedForm(current);
  if (sealed && carried) return { status: 200, resume: describeCarried(carried, sealed) };
  return redirectWithFlash(current, safePath(return_to) ?? '/', { kind: 'success', text: 'terms.agreed' });
}

async function showAgain(current: RequestContext, form: TermsForm, failure?: Failure): Promise<TermsAnswer> {
  const { data: result, init } = form.reply(failure);
  const errors = failure?.status === 412 ? { '': ['terms.changed_meanwhile'] } : result.error;
  const { sealed, carried } = await carriedForm(current);
  const { sent } = await postedForm(current);
  return {
    status: init?.status ?? 422,
    errors: errors ? (errors as Record<string, string[]>) : undefined,
    waiting: waitingTerms(await current.header('again')),
    returnTo: safePath(sent.get('return_to')) ?? '/',
    carry: carried ? sealed : null,
  };
}

async function carriedForm(current: RequestContext) {
  const value = (await postedForm(current)).sent.get(CARRY);
  const sealed = typeof value === 'string' ? value : null;
  return { sealed, carried: sealed && openForm(sealed, current.session.get('user')?.id ?? null, Date.now()) };
}
