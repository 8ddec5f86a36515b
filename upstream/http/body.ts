import type { Context, Next } from 'hono';
import type { Env } from './env';
import { HttpProblem } from './problems';

const maxBytes = 1024 * 1024;
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads a body of at most 1 MB and hands it on as checked `application/json`, whatever version its type names
 * (`application/vnd.NAME.v1+json`). Throws 400 for broken UTF-8 or JSON, 413 above the limit, 415 for other types.
 */
export async function readBody(c: Context<Env>, next: Next): Promise<void> {
  // PostgreSQL stores no NUL, in no text.
  if (c.req.raw.url.includes('%00')) throw new HttpProblem(400, 'The address holds a NUL character.');
  if (['GET', 'HEAD'].includes(c.req.method)) return next();
  const bytes = await readBytes(c.req.raw);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  // No body is an empty object: then validation names the fields that are missing.
  let body: string | null = null;
  if (bytes.byteLength > 0) {
    if (!jsonType.test(c.req.header('content-type') ?? '')) throw new HttpProblem(415, 'Unsupported Media Type');
    headers.set('content-type', 'application/json');
    body = checkedJson(bytes);
  }
  c.req.raw = new Request(c.req.raw.url, { method: c.req.raw.method, headers, body });
  return next();
}

async function readBytes(request: Request): Promise<Uint8Array> {
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

const tooLarge = () => new HttpProblem(413, 'The POST data is too large.');

function checkedJson(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('NUL');
      return value;
    });
    return text;
  } catch {
    throw new HttpProblem(400, 'The body is not valid JSON in UTF-8.');
  }
}
