import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { parseForm } from '../platform/form/forms.server';
import type { RouteHandle } from '../platform/page/handle';
import { goBack, refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { preferenceCookies } from '../platform/request/preferences.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { displayPanelSchema, displaySettingSchema } from './display.schema';
import { changedDisplay } from './display.server';

export const handle = { title: 'titles.display', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** Saves display settings. Guests may use it too. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const { fields } = await postedForm(current);
  const form = await parseForm(args, fields.has('panel') ? displayPanelSchema : displaySettingSchema);
  if (!form.value) throw await refused(current);
  const display = changedDisplay(current.preferences.display, form.value);
  current.setCookie(await preferenceCookies().display.serialize(display));
  return goBack(current, form.value);
}

/** Never shown. A route needs a component so that Remix shows a refusal as a page. */
export default function NoPage() {
  return null;
}
