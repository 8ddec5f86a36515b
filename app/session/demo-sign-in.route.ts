import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { env } from '../platform/request/env.server';
import { problemOf } from '../platform/request/failure.server';
import { requireGuest } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { problem, redirect } from '../platform/request/responses.server';
import { demoSchema } from './session.schema';
import { openMemberSession } from './session.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await requireGuest(args), '/login');
}

/** Signs a visitor in as a member of the demo club. No other club has it. */
export async function action(args: ActionFunctionArgs) {
  if (!env().demo) throw problem({ kind: 'not_found' });
  const current = await requireGuest(args);
  const form = await parseForm(args, demoSchema, { guest: true });
  if (!form.value) throw await refused(current);
  const answer = await current.api.attempt(contract.demo.signInToDemo, { json: form.value });
  if (!answer.ok) throw problemOf(answer.failure, current.requestId);
  return redirect(current, await openMemberSession(current, answer.data));
}

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
