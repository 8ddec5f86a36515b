import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { rememberSeen } from '../platform/chat-memory.server';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { goBack, refused } from './post-only.server';
import { noticeSchema } from './shell.schema';

export const handle = { title: 'titles.new_messages', gate: 'member', modules: ['chat'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await contextOf(args), '/');
}

/** The pop-up about new messages was seen, and does not come again in this session. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, noticeSchema);
  if (!form.value) throw await refused(current);
  await rememberSeen(current, current.member.user.id);
  return goBack(current, form.value);
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
