import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { problemOf } from '../platform/request/failure.server';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { problem, redirectWithFlash } from '../platform/request/responses.server';
import { endGhostAccessSchema } from './privacy.schema';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Ends an access by staff. An access that has already ended stays as it is. */
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

/** Never rendered. Only a route with a component shows a refusal as a page. */
export default function NoPage() {
  return null;
}
