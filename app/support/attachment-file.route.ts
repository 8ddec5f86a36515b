import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { sendAttachment } from './attachment-file.server';

export const handle = {
  gate: 'member',
  modules: ['support'],
  permission: 'support.view',
} satisfies Partial<RouteHandle>;

/** Streams a file of a ticket, or a range of it, to the member whose ticket it is. */
export const loader = (args: LoaderFunctionArgs) =>
  sendAttachment(args, handle, contract.supportAttachments.getAttachment);
