import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/request/gates.server';
import { refreshToken } from '../platform/request/member-session.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { timeLeftOf } from '../platform/request/session.server';
import { whenUnauthenticated } from '../platform/request/unauthenticated.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Renews the token, except in ghost mode. The warning that script shows two minutes before its end posts here. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  if (!current.session.get('token')) throw await whenUnauthenticated(current);
  if (!current.session.has('ghost')) await refreshToken(current);
  const token = current.session.get('token');
  return { expiresIn: token ? timeLeftOf(token) : 0 };
}

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
