import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/gates.server';
import { isLanguage } from '../platform/modules';
import { acceptedForm } from '../platform/posted-form.server';
import { preferenceCookies } from '../platform/preferences.server';
import { contextOf } from '../platform/request-context.server';
import { problem, redirect } from '../platform/responses.server';
import { safePath } from '../platform/session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Switches the language and goes back; pages with a form carry it on themselves (forms.server.ts). */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const sent = await acceptedForm(current);
  const language = sent.get('language');
  if (!isLanguage(language)) throw problem({ kind: 'bad_request' });
  current.setLanguage(language);
  current.setCookie(await preferenceCookies().language.serialize(language));
  if (sent.get('in_place') === '1') return null;
  return redirect(current, safePath(sent.get('return_to')) ?? '/');
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
