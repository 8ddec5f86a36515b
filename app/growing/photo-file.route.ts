import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';

export const handle = {
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
} satisfies Partial<RouteHandle>;

const types = new Map([
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
]);

/** Streams a file of a photo from upstream. Only the member's own browser keeps it, for good: a file never changes. */
export async function loader(args: LoaderFunctionArgs) {
  const { id = '', picture = '' } = args.params;
  const type = types.get(picture.split('.').at(-1) ?? '');
  const current = await requireMember(args, handle).catch((error: unknown) => {
    // A picture is part of a page. It leads nobody to the sign-in, and is no page to come back to.
    if (error instanceof Response) throw notFound();
    throw error;
  });
  if (!type) return notFound();
  const answer = await current.api.stream(contract.growingPhotos.getPhotoFile, { params: { id, picture } });
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
