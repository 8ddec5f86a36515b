import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/** Returns the progress of the export, for a page that polls it. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => (await requireMember(args, handle)).api.call(contract.privacy.getExport));
