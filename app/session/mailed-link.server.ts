import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Failure, problemOf } from '../platform/request/failure.server';
import { contextOf, type RequestContext } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';

/** Opening a mailed link changes nothing. */
export async function loadMailedLink(args: LoaderFunctionArgs): Promise<null> {
  await contextOf(args);
  return null;
}

type Answer = { ok: true; data: { status: string } } | { ok: false; failure: Failure };

/**
 * Redirects to the page below `path` that shows the outcome of the link. Throws the error page for any other failure.
 */
export async function showOutcome(current: RequestContext, path: string, answer: Answer): Promise<Response> {
  if (!answer.ok && answer.failure.status !== 422) throw problemOf(answer.failure, current.requestId);
  return redirect(current, `${path}/${answer.ok ? answer.data.status : 'invalid'}`);
}
