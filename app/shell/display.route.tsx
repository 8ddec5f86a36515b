import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { parseForm } from '../platform/forms.server';
import type { RouteHandle } from '../platform/handle';
import { postedForm } from '../platform/posted-form.server';
import { preferenceCookies } from '../platform/preferences.server';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { changedDisplay } from './display.server';
import { goBack, refused } from './post-only.server';
import { displayPanelSchema, displaySettingSchema } from './shell.schema';

export const handle = { title: 'titles.display', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** For guests too: the colour scheme is theirs as well. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const { fields } = await postedForm(current);
  const form = await parseForm(args, fields.has('panel') ? displayPanelSchema : displaySettingSchema);
  if (!form.value) throw await refused(current);
  const display = changedDisplay(current.preferences.display, form.value);
  current.setCookie(await preferenceCookies().display.serialize(display));
  return goBack(current, form.value);
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
