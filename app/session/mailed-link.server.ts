import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Failure, problemOf } from '../platform/api.server';
import { contextOf, type RequestContext } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';

/** Whoever opens a mailed link changes nothing by it. */
export async function loadMailedLink(args: LoaderFunctionArgs): Promise<null> {
  await contextOf(args);
  return null;
}

type Answer = { ok: true; data: { status: string } } | { ok: false; failure: Failure };

/** Leads to the page below `path` that says what became of the link. Throws the page of an error that is not the link's. */
export async function showOutcome(current: RequestContext, path: string, answer: Answer): Promise<Response> {
  if (!answer.ok && answer.failure.status !== 422) throw problemOf(answer.failure, current.requestId);
  return redirect(current, `${path}/${answer.ok ? answer.data.status : 'invalid'}`);
}
