import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/gates.server';
import { acceptedForm } from '../platform/posted-form.server';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { endSession } from './session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Whoever is not in ghost mode any more has nothing to leave, and is told so. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  if (!current.session.has('ghost')) return redirect(current, '/');
  await acceptedForm(current);
  await endSession(current, 'nothing');
  return redirect(current, '/login');
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
