import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/gates.server';
import { acceptedForm } from '../platform/posted-form.server';
import { preferenceCookies } from '../platform/preferences.server';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { safePath } from '../platform/session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** The light version: the same pages, sent without any script. `0` also overrules `Save-Data: on`. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const sent = await acceptedForm(current);
  current.setCookie(await preferenceCookies().light.serialize(sent.get('light') === '1' ? '1' : '0'));
  return redirect(current, safePath(sent.get('return_to')) ?? '/');
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
