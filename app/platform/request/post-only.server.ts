import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { postOnlySchema } from '../form/post-only.schema';
import { postedForm } from './posted-form.server';
import type { Problem } from './problem';
import type { RequestContext } from './request-context.server';
import { redirect } from './responses.server';
import { safePath } from './session.server';

/** Redirects to the page that posted. Script stays on its page and only reloads the page's data. */
export function goBack(current: RequestContext, { return_to, in_place }: z.output<typeof postOnlySchema>) {
  return in_place ? null : redirect(current, safePath(return_to) ?? '/');
}

/** Returns what to throw for a POST that its schema refuses. It has no typed input, so no form is shown again. */
export async function refused(current: RequestContext) {
  const { faults } = await postedForm(current);
  const status = faults[0]?.status ?? 422;
  return data<Problem>({ kind: status === 403 ? 'forged' : 'bad_request' }, { status });
}
