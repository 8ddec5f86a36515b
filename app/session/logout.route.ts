import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { endSession } from './session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  await endSession(current, 'nothing');
  return redirect(current, '/login');
}

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
