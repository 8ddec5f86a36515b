import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';

export const handle = { gate: 'member' } satisfies Partial<RouteHandle>;

/**
 * Streams the ZIP of a member's export from upstream. If it is not ready, it redirects to the page with its progress.
 */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const answer = await current.api.stream(contract.privacy.getExportFile, { params: { id: args.params.id ?? '' } });
  if (!answer.ok && answer.failure.status === 409) return redirect(current, '/settings/privacy');
  if (!answer.ok) {
    const key = answer.failure.status === 404 ? 'problem.not_found.text' : 'settings:privacy.export.no_file';
    return new Response(current.t(key), { status: answer.failure.status, headers: plain });
  }
  const headers = new Headers(answer.response.headers);
  // The length is that of the encoded body, and `fetch` has decoded it.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return new Response(answer.response.body, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': headers.get('content-disposition') ?? 'attachment; filename="export.zip"',
      'Cache-Control': 'no-store, private',
      ...(length && { 'Content-Length': length }),
    },
  });
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store, private' };
