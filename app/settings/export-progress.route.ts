import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { answerInBackground } from '../platform/background.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** How far the export is, for a page that watches it. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => (await requireMember(args, handle)).api.call(contract.privacy.getExport));
