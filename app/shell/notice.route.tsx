import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { parseForm } from '../platform/form/forms.server';
import { postOnlySchema } from '../platform/form/post-only.schema';
import type { RouteHandle } from '../platform/page/handle';
import { goBack, refused } from '../platform/request/post-only.server';
import { preferenceCookies } from '../platform/request/preferences.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';

export const handle = { title: 'titles.notice', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** Hides the notice banner until the browser window is closed. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const form = await parseForm(args, postOnlySchema);
  if (!form.value) throw await refused(current);
  current.setCookie(await preferenceCookies().notice.serialize('1'));
  return goBack(current, form.value);
}

/** Never shown. A route needs a component so that Remix shows a refusal as a page. */
export default function NoPage() {
  return null;
}
