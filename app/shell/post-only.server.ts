import { data } from '@remix-run/node';
import { postedForm } from '../platform/posted-form.server';
import type { Problem } from '../platform/problem';
import type { RequestContext } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { safePath } from '../platform/session.server';

/** To the page that posted; script stays where it is and only loads the page's data again. */
export function goBack(current: RequestContext, { return_to, in_place }: { return_to?: string; in_place?: '1' }) {
  return in_place ? null : redirect(current, safePath(return_to) ?? '/');
}

/** What to throw for a post that its schema refuses: nobody typed it, so there is no form to show again. */
export async function refused(current: RequestContext) {
  const { faults } = await postedForm(current);
  const status = faults[0]?.status ?? 422;
  return data<Problem>({ kind: status === 403 ? 'forged' : 'bad_request' }, { status });
}
