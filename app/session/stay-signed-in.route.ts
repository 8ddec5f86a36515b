import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { refreshToken, unknownPath } from '../platform/gates.server';
import { acceptedForm } from '../platform/posted-form.server';
import { contextOf } from '../platform/request-context.server';
import { expiryOf } from '../platform/session.server';
import { whenUnauthenticated } from '../platform/unauthenticated.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Asked for by the warning that script shows two minutes before the token ends. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  if (!current.session.get('token')) throw await whenUnauthenticated(current);
  if (!current.session.has('ghost')) await refreshToken(current);
  const token = current.session.get('token');
  return { expiresIn: token ? expiryOf(token) - Date.now() : 0 };
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
