import type { LoaderFunctionArgs } from '@remix-run/node';
import type { contract } from '../../../upstream/contract/contract';
import type { RouteHandle } from '../page/handle';
import { requireMember } from './gates.server';

type PictureCall = typeof contract.growingPhotos.getPhotoFile | typeof contract.news.getPostPicture;

const types = new Map([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
]);

/**
 * Streams a file of a picture from upstream. Only the member's own browser keeps it, for good: a file never changes.
 */
export async function sendPicture(args: LoaderFunctionArgs, handle: Partial<RouteHandle>, call: PictureCall) {
  const { id = '', picture = '' } = args.params;
  const type = types.get(picture.split('.').at(-1) ?? '');
  const current = await requireMember(args, handle).catch((error: unknown) => {
    // A picture is part of a page. It leads nobody to the sign-in, and is no page to come back to.
    if (error instanceof Response) throw notFound();
    throw error;
  });
  if (!type) return notFound();
  const answer = await current.api.stream(call, { params: { id, picture } });
  if (!answer.ok) return answer.failure.status === 404 ? notFound() : withoutPicture(answer.failure.status);
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': 'private, max-age=31536000, immutable' });
  const etag = answer.response.headers.get('etag');
  if (etag) headers.set('ETag', etag);
  if (etag && args.request.headers.get('if-none-match') === etag) {
    await answer.response.body?.cancel();
    return new Response(null, { status: 304, headers });
  }
  // The length is that of the encoded body, and `fetch` has decoded it.
  const length = answer.response.headers.has('content-encoding') ? null : answer.response.headers.get('content-length');
  if (length) headers.set('Content-Length', length);
  return new Response(answer.response.body, { headers });
}

const notFound = () => withoutPicture(404);

const withoutPicture = (status: number) =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store, private' } });
