import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { sendPicture } from '../platform/request/picture.server';

export const handle = {
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

/** A file of a photo of a room. */
export const loader = (args: LoaderFunctionArgs) => sendPicture(args, handle, contract.growingPhotos.getPhotoFile);
