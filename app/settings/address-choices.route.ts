import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerInBackground } from '../platform/background.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { choicesFor } from './address-choices.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** For the form of an address, with script: every country, and what belongs to the one that is chosen. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const current = await requireMember(args, handle);
    return choicesFor(current.language, current.url.searchParams.get('country'), null);
  });
