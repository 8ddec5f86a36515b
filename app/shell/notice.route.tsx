import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { parseForm } from '../platform/forms.server';
import type { RouteHandle } from '../platform/handle';
import { preferenceCookies } from '../platform/preferences.server';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { goBack, refused } from './post-only.server';
import { noticeSchema } from './shell.schema';

export const handle = { title: 'titles.notice', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** Hides the notice banner until the browser window is closed. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const form = await parseForm(args, noticeSchema);
  if (!form.value) throw await refused(current);
  current.setCookie(await preferenceCookies().notice.serialize('1'));
  return goBack(current, form.value);
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
