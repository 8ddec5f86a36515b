import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { PushToken } from '../../upstream/contract/push';
import { parseForm } from '../platform/form/forms.server';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { problem } from '../platform/request/responses.server';

const schema = z.strictObject({ token: PushToken });

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Registers the push token of this phone. Script of a page in the native app sends it; see docs/native-app.md. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, {});
  const form = await parseForm(args, schema);
  if (!form.value) throw problem({ kind: 'bad_request' });
  const answer = await current.api.attempt(contract.push.registerPushToken, { json: form.value });
  return new Response(null, { status: answer.ok ? 204 : answer.failure.status });
}
