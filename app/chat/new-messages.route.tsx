import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { parseForm } from '../platform/form/forms.server';
import { postOnlySchema } from '../platform/form/post-only.schema';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { goBack, refused } from '../platform/request/post-only.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { rememberSeen } from './chat-memory.server';

export const handle = { title: 'titles.new_messages', gate: 'member', modules: ['chat'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** Remembers that the member has seen the pop-up about new messages. It does not appear again in this session. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, postOnlySchema);
  if (!form.value) throw await refused(current);
  await rememberSeen(current, current.member.user.id);
  return goBack(current, form.value);
}

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
