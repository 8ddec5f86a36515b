import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Remix's data answers are text too. */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|manifest\+json))/;
/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 600;

/** Compresses whole answers made here; static files lie compressed on disk. */
export const compression: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (!encoding || c.req.method === 'HEAD' || !c.res.body || headers.has('content-encoding')) return;
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return;
  const plain = Buffer.from(await c.res.arrayBuffer());
  const isWorthIt = plain.length >= MIN_BYTES;
  const body = isWorthIt ? await compress(plain, encoding) : plain;
  const answer = new Response(body, { status: c.res.status, headers });
  answer.headers.set('Content-Length', String(body.length));
  answer.headers.append('Vary', 'Accept-Encoding');
  if (isWorthIt) answer.headers.set('Content-Encoding', encoding);
  // Assigned over, the old answer would leave its own content-length behind.
  c.res = undefined;
  c.res = answer;
};

function compress(plain: Buffer, encoding: 'br' | 'gzip') {
  if (encoding === 'gzip') return deflate(plain, { level: 6 });
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 7,
      [constants.BROTLI_PARAM_LGWIN]: 16,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
