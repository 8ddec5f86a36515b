import { problem } from './responses.server';

/** The largest body of a form. Files have their own routes. */
const GUEST_BYTES = 32 * 1024;
export const MEMBER_BYTES = 1024 * 1024;
/** Bytes to read of a body that is too large. A browser shows no answer if the connection ends while it sends. */
const READ_BYTES = 16 * 1024 * 1024;
/** A limit, because Conform reads field names as paths and builds the lists that they name. */
export const MAX_FIELDS = 200;

export interface FormBody {
  sent: FormData;
  isCleanText: boolean;
}

/**
 * Returns the fields of a posted body. It counts them before it parses them. Compressed bodies are refused.
 * @throws the 400, 413 or 415 page
 */
export async function readFormBody(request: Request, { isGuest }: { isGuest: boolean }): Promise<FormBody> {
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw problem({ kind: 'unsupported' });
  const type = request.headers.get('content-type') ?? undefined;
  const name = type?.split(';')[0]?.trim();
  const bytes = await readBytes(request, isGuest ? GUEST_BYTES : MEMBER_BYTES);
  if (type && name === 'multipart/form-data') return readParts(bytes, type);
  if (name !== 'application/x-www-form-urlencoded' && name !== undefined) throw problem({ kind: 'unsupported' });
  refuseMany(bytes, '&');
  const sent = new FormData();
  let isCleanText = true;
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    sent.append(name, value);
    if (isBroken(name) || isBroken(value)) isCleanText = false;
  }
  return { sent, isCleanText };
}

async function readParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormBody> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw problem({ kind: 'bad_request' });
  refuseMany(bytes, `--${boundary}`);
  const copy = new Response(bytes, { headers: { 'content-type': type } });
  const sent = await copy.formData().catch(() => {
    throw problem({ kind: 'bad_request' });
  });
  return { sent, isCleanText: ![...sent.values()].some((value) => typeof value === 'string' && isBroken(value)) };
}

/** Counts the separators between fields, up to the limit. */
function refuseMany(bytes: Uint8Array<ArrayBuffer>, separator: string) {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let count = 0;
  for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + separator.length))
    if (++count > MAX_FIELDS) throw problem({ kind: 'bad_request' });
}

/** Returns the body, also if it has no Content-Length. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= maxBytes) parts.push(part.value);
    if (size > READ_BYTES) break;
  }
  if (size > maxBytes) throw problem({ kind: 'too_large' });
  return new Uint8Array(Buffer.concat(parts));
}

/** A decoder writes U+FFFD for bytes that are not UTF-8. A text in the database cannot contain NUL. */
export const isBroken = (value: string) => value.includes('\uFFFD') || value.includes('\u0000');
