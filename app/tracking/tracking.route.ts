import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { isTrackedPage } from './tracked-pages';
import { mayTrack, tellTracker } from './tracking.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/**
 * Script calls this when the browser is idle, and the server tells the tracker (docs/decisions/0014). The current
 * consent counts, and the page is the one that the browser names as its referrer. The answer is always the same.
 */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, {});
  await acceptedForm(current);
  const { user } = current.member;
  if (mayTrack(user) && isTrackedPage(pathOf(args.request.headers.get('referer')))) {
    await tellTracker(user).catch(({ name }: Error) => args.context.log?.warn({ fault: name }, 'tracker not told'));
  }
  return new Response(null, { status: 204 });
}

const pathOf = (referrer: string | null) => (referrer && URL.canParse(referrer) ? new URL(referrer).pathname : '');
