import type { LoaderFunctionArgs } from '@remix-run/node';
import type { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';

type Call = (typeof contract.supportAttachments)['getAttachment' | 'getAttachmentPreview'];

/** Headers of the browser that decide what is sent. */
const asked = ['range', 'if-range', 'if-none-match'];
/** Headers of upstream that describe what is sent. */
const told = ['etag', 'accept-ranges', 'content-range', 'content-disposition'];
/** Never a page: what was uploaded runs nothing and loads nothing, wherever it is opened. */
const always = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Streams a file from upstream with the range that the browser asks for. Everybody else gets 404. */
export async function sendAttachment(
  args: LoaderFunctionArgs,
  handle: Partial<RouteHandle>,
  call: Call,
): Promise<Response> {
  const current = await requireMember(args, handle).catch((error: unknown) => {
    // A file is part of a page. It leads nobody to the sign-in, and is no page to come back to.
    if (error instanceof Response) throw nothing(404);
    throw error;
  });
  const wanted = Object.fromEntries(
    asked.flatMap((name) => {
      const value = args.request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const answer = await current.api.stream(call, { params: { id: args.params.id ?? '' }, headers: wanted });
  if (!answer.ok) return nothing(answer.failure.status);
  const { status, headers: given, body } = answer.response;
  const headers = new Headers(always);
  for (const name of told) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (status !== 200 && status !== 206) return new Response(null, { status, headers });
  headers.set('Content-Type', typeOf(given.get('content-type')));
  if (!headers.has('content-disposition')) headers.set('Content-Disposition', 'attachment');
  // The length is that of the encoded body, and `fetch` has decoded it.
  const length = given.has('content-encoding') ? null : given.get('content-length');
  if (length) headers.set('Content-Length', length);
  return new Response(body, { status, headers });
}

/** A foreign back end may send any type, and a browser must never take the file for a page. */
const typeOf = (type: string | null): string =>
  ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/plain'].find((known) => known === type) ??
  'application/octet-stream';

const nothing = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store, private' } });
