import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { sendPicture } from '../platform/request/picture.server';

export const handle = {
  gate: 'member',
  modules: ['news'],
  permission: 'news.view',
} satisfies Partial<RouteHandle>;

/** A file of a post's picture. */
export const loader = (args: LoaderFunctionArgs) => sendPicture(args, handle, contract.news.getPostPicture);
