import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { contextOf } from '../platform/request-context.server';
import { problem, redirect, redirectWithFlash } from '../platform/responses.server';
import { safePath } from '../platform/session.server';
import { INTRODUCTIONS, isClosed } from './introductions';

export const handle = { title: 'titles.instructions', gate: 'member', modules: ['wallet'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** `closed` is what is wanted: a second click, or a page of yesterday, does not flip it back. */
const schema = z.strictObject({
  id: z.enum(INTRODUCTIONS),
  closed: z.enum(['0', '1']).optional(),
  return_to: z.string().max(1000).optional(),
});

/** Shows or hides an intro panel of the dashboard. */
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

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
