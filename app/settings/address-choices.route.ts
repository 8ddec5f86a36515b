import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';
import { choicesFor } from './address-choices.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** For the address form, with script: every country, and the choices of the selected one. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const current = await requireMember(args, handle);
    return choicesFor(current.language, current.url.searchParams.get('country'), null);
  });
