import type { Context, MiddlewareHandler } from 'hono';
import { authenticateSocket, authorizeChannel } from '../contract/realtime';
import { uploadAttachment, uploadBodyBytes } from '../contract/support-attachments';
import { type BodyLimits, guestLimits, isWithin, memberLimits } from './body-limits';
import type { Env } from './env';
import { HttpProblem, Refused } from './problems';
import { bodyTooManyValues } from './validation.texts';

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Returns whether a member makes this call. Counts other calls for their network, before any of the body is read. */
export type Admission = (c: Context<Env>) => Promise<boolean>;

/**
 * Reads a body within the limits of its sender and passes it on as checked `application/json`, whatever version its
 * type names (`application/vnd.NAME.v1+json`). The body of an upload is passed on unread, within its own limit.
 * @throws HttpProblem 400 for broken UTF-8 or JSON, 413 for too many bytes, 415 for other types and for compressed
 * bodies, 422 for too many values
 */
export function readBody(isMember: Admission): MiddlewareHandler<Env> {
  return async (c, next) => {
    // PostgreSQL cannot store NUL in text.
    if (c.req.raw.url.includes('%00')) throw new HttpProblem(400, 'The address holds a NUL character.');
    if (['GET', 'HEAD'].includes(c.req.method)) return next();
    const limits = (await isMember(c)) ? memberLimits : guestLimits;
    const encoding = c.req.header('content-encoding') ?? 'identity';
    if (encoding.toLowerCase() !== 'identity')
      throw new HttpProblem(415, 'Unsupported Media Type', {}, { 'Accept-Encoding': 'identity' });
    if (isUpload(c)) {
      c.req.raw = withBoundedBody(c.req.raw);
      return next();
    }
    const bytes = await readBytes(c.req.raw, limits.bytes);
    // A body may take minutes. Nothing that is over by then may count.
    c.set('now', new Date());
    const headers = new Headers(c.req.raw.headers);
    const type = c.req.header('content-type') ?? '';
    headers.delete('content-type');
    headers.delete('content-length');
    // No body counts as an empty object, so that validation names the missing fields.
    let body: string | null = null;
    const fields = asksForSocket(c) ? fieldsIn(bytes, type, c) : null;
    if (fields) {
      headers.set('content-type', 'application/json');
      body = checkedJson(Buffer.from(JSON.stringify(fields)), limits, c);
    } else if (bytes.byteLength > 0) {
      if (!jsonType.test(type)) throw new HttpProblem(415, 'Unsupported Media Type');
      headers.set('content-type', 'application/json');
      body = checkedJson(bytes, limits, c);
    }
    c.req.raw = new Request(c.req.raw.url, { method: c.req.raw.method, headers, body });
    return next();
  };
}

/** The calls that take a form and fields in the address, too: Laravel Echo sends them so. */
const asksForSocket = ({ req }: Context<Env>): boolean =>
  [authorizeChannel, authenticateSocket].some(({ path }) => req.path === `/api${path}`);

function fieldsIn(bytes: Uint8Array, type: string, c: Context<Env>): Record<string, string> | null {
  if (bytes.byteLength === 0) return c.req.query();
  return formType.test(type) ? Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString())) : null;
}

/** The one call whose body is a file. It reads the file itself, after the gate of members has let it pass. */
const isUpload = ({ req }: Context<Env>): boolean =>
  req.method === 'POST' && req.path === `/api${uploadAttachment.path}`;

/** Returns the request with a body that fails beyond its limit, and of which nothing has been read. */
function withBoundedBody(request: Request): Request {
  const tooMuch = () => new HttpProblem(413, tooLargeText, { code: 'file_too_large' });
  if (Number(request.headers.get('content-length')) > uploadBodyBytes) throw tooMuch();
  if (!request.body) return request;
  const reader = request.body.getReader();
  let size = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read();
        size += value?.byteLength ?? 0;
        if (size > uploadBodyBytes) throw tooMuch();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) throw tooLarge();
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

const tooLargeText = 'The POST data is too large.';
const tooLarge = () => new HttpProblem(413, tooLargeText);

function checkedJson(bytes: Uint8Array, limits: BodyLimits, c: Context<Env>): string {
  const { text, value } = parsed(bytes);
  if (!isWithin(value, limits)) throw new Refused(bodyTooManyValues[c.get('language')]);
  // JSON has only one form for NUL. A match may still be wrong, because its backslash may itself be escaped.
  if (text.includes('\\u0000') && hasNul(value)) throw notJson();
  return text;
}

function parsed(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    throw notJson();
  }
}

const notJson = () => new HttpProblem(400, 'The body is not valid JSON in UTF-8.');

/** Expects a value within the limits, so that its depth is safe for recursion. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner));
}
