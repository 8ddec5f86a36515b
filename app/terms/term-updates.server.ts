import { contract } from '../../upstream/contract/contract';
import { type ParsedForm, parseForm } from '../platform/form/forms.server';
import { CARRY, openForm } from '../platform/request/carry.server';
import type { Failure } from '../platform/request/failure.server';
import { postedForm } from '../platform/request/posted-form.server';
import type { WaitingTerms } from '../platform/request/problem';
import { type Args, contextOf, type RequestContext } from '../platform/request/request-context.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { describeCarried, type Resumed } from '../platform/request/resume.server';
import { safePath } from '../platform/request/session.server';
import { waitingTerms } from '../platform/request/terms-gate.server';
import { whenUnauthenticated } from '../platform/request/unauthenticated.server';
import { termUpdatesSchema } from './terms.schema';

/** The terms again, after a refusal or in another language; or, after agreement, the form that they interrupted. */
export interface TermsAnswer {
  status: number;
  /** Key: field; '' for the form as a whole. */
  errors?: Record<string, string[]>;
  waiting?: WaitingTerms | null;
  returnTo?: string;
  carry?: string | null;
  resume?: Resumed;
}

type TermsForm = ParsedForm<{ list?: string; return_to?: string }>;

/** Agrees to the shown list and goes back to the member's page. */
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
  if (sealed && carried) return { status: 200, resume: describeCarried(carried, sealed, current.language) };
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
