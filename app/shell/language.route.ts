import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isLanguage } from '../platform/page/modules';
import { unknownPath } from '../platform/request/gates.server';
import { saveLanguage } from '../platform/request/language.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { preferenceCookies } from '../platform/request/preferences.server';
import { contextOf } from '../platform/request/request-context.server';
import { problem, redirect } from '../platform/request/responses.server';
import { safePath } from '../platform/request/session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/**
 * Switches the language and goes back. A page with a form keeps the typed values itself (forms.server.ts). A text browser
 * sends no language when the member presses the default button, which names the present one.
 */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const sent = await acceptedForm(current);
  const language = sent.get('language');
  const back = safePath(sent.get('return_to')) ?? '/';
  if (language === null) return redirect(current, back);
  if (!isLanguage(language)) throw problem({ kind: 'bad_request' });
  current.setLanguage(language);
  await saveLanguage(current);
  current.setCookie(await preferenceCookies().language.serialize(language));
  return sent.get('in_place') === '1' ? null : redirect(current, back);
}

/** Never shown. A route needs a component so that Remix shows a refusal as a page. */
export default function NoPage() {
  return null;
}
