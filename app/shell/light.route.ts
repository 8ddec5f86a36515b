import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { preferenceCookies } from '../platform/request/preferences.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { safePath } from '../platform/request/session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Switches to the light version, which is the same pages without script. `0` also overrules `Save-Data: on`. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const sent = await acceptedForm(current);
  current.setCookie(await preferenceCookies().light.serialize(sent.get('light') === '1' ? '1' : '0'));
  return redirect(current, safePath(sent.get('return_to')) ?? '/');
}

/** Never shown. A route needs a component so that Remix shows a refusal as a page. */
export default function NoPage() {
  return null;
}
