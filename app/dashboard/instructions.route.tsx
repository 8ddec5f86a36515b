import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { contextOf } from '../platform/request-context.server';
import { problem, redirect, redirectWithFlash } from '../platform/responses.server';
import { INTRODUCTIONS } from './introductions';

export const handle = { title: 'titles.instructions', gate: 'member', modules: ['wallet'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** Shows or hides an intro panel of the dashboard. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, z.strictObject({ id: z.enum(INTRODUCTIONS) }));
  if (!form.value) throw problem({ kind: 'bad_request' });
  const answer = await current.api.attempt(contract.identity.toggleInstruction, { params: form.value });
  if (answer.ok) return redirect(current, '/dashboard');
  return redirectWithFlash(current, '/dashboard', { kind: 'error', text: 'dashboard.intro.failed' });
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
