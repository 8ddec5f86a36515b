import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { problemOf } from '../platform/api.server';
import { parseForm } from '../platform/forms.server';
import { requireMember, unknownPath } from '../platform/gates.server';
import { contextOf } from '../platform/request-context.server';
import { problem, redirectWithFlash } from '../platform/responses.server';
import { endGhostAccessSchema } from './privacy.schema';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** The member ends an access to their area; where it is over already, it stays so. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, {});
  const { value } = await parseForm(args, endGhostAccessSchema);
  if (!value) throw problem({ kind: 'bad_request' });
  const answer = await current.api.attempt(contract.ghost.endGhostAccess, { params: { id: value.id } });
  if (!answer.ok) throw problemOf(answer.failure, current.requestId);
  return redirectWithFlash(current, `/settings/privacy?access=${value.id}`, {
    kind: 'success',
    text: 'settings:ghost.ended',
  });
}

/** Never shown; with it a refusal is a page. */
export default function NoPage() {
  return null;
}
