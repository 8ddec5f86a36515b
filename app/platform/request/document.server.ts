import type { Document } from '../../../upstream/contract/wallet';
import type { Failure } from './failure.server';
import type { RequestContext } from './request-context.server';
import { redirect, redirectWithFlash } from './responses.server';

const types: Record<Document['mime_type'], { extension: string; header: string }> = {
  'application/pdf': { extension: 'pdf', header: 'application/pdf' },
  'text/csv': { extension: 'csv', header: 'text/csv; charset=utf-8' },
};

/** Bytes in one chunk of the response. */
const pieceSize = 64 * 1024;

/** Returns the file from upstream as a streamed download. The contract allows only these types, and only base64. */
export function documentAnswer({ name, mime_type, data }: Document): Response {
  const { extension, header } = types[mime_type];
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  return fileAnswer(streamed(bytes), { name: `${name}.${extension}`, type: header, length: bytes.length });
}

/** Returns a download with a file name. No cache may store it. */
export function fileAnswer(
  body: ReadableStream<Uint8Array> | string,
  { name, type, length }: { name: string; type: string; length?: number },
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': attachment(name),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store, private',
      ...(length && { 'Content-Length': String(length) }),
    },
  });
}

/**
 * Redirects a person from a missing file to its page. That page says itself that it does not exist, or shows a message
 * that says why there is no file.
 */
export function pageOfFile(current: RequestContext, page: string, { status }: Pick<Failure, 'status'>) {
  if (status === 429) return redirectWithFlash(current, page, { kind: 'warning', text: 'problem.too_many.text' });
  if (status < 500) return redirect(current, page);
  const values = { reference: current.requestId };
  return redirectWithFlash(current, page, { kind: 'error', text: 'problem.server.form', values });
}

/** Answers a program in place of a file, with the words of the page as plain text. */
export function fileProblem({ t, requestId }: RequestContext, { status, message }: Failure): Response {
  const words =
    status === 404
      ? t('problem.not_found.text')
      : status >= 500
        ? t('problem.server.form', { reference: requestId })
        : message;
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store, private' };
  return new Response(words, { status, headers });
}

/** RFC 6266, with the RFC 8187 encoding beside an ASCII name for older programs. */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:]+/gu, '_');
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function streamed(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, at + pieceSize));
      at += pieceSize;
      if (at >= bytes.length) controller.close();
    },
  });
}
