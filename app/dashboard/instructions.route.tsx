import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import type { RouteHandle } from '../platform/page/handle';
import { isClosed, PANELS } from '../platform/page/introductions';
import { requireMember } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { problem, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { safePath } from '../platform/request/session.server';

export const handle = { title: 'titles.instructions', gate: 'member', modules: ['wallet'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** `closed` is the wanted state, so that a second click or an old page does not reverse it. */
const schema = z.strictObject({
  id: z.enum(PANELS),
  closed: z.enum(['0', '1']).optional(),
  return_to: z.string().optional(),
});

/** Shows or hides an introduction panel. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, schema);
  if (!form.value) throw problem({ kind: 'bad_request' });
  const { id, closed, return_to } = form.value;
  const path = safePath(return_to) ?? '/dashboard';
  if (closed && isClosed(id, current.member.user) === (closed === '1')) return redirect(current, path);
  const answer = await current.api.attempt(contract.member.toggleInstruction, { params: { id } });
  if (answer.ok) return redirect(current, path);
  return redirectWithFlash(current, path, { kind: 'error', text: 'dashboard.intro.failed' });
}

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
