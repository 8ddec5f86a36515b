import { UpstreamFault } from './api-transport.server';

const MB = 1024 * 1024;

/** The largest answer that is read as a whole. Its bytes are counted after decoding: 3 MB of gzip may hold 600 MB. */
const MOST = 8 * MB;

/**
 * Asks a foreign back end. Returns the answer with its body read, except a body that `streams`.
 * @throws UpstreamFault if the body is too large
 */
export async function fetchAnswer(url: URL, init: RequestInit, streams: boolean): Promise<Response> {
  const answer = await fetch(url, init);
  if (streams && answer.ok) return answer;
  const { status, headers } = answer;
  return new Response(await readBody(answer), { status, statusText: reasonOf(answer), headers });
}

async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the body, so that nothing more is received and decoded.
  for await (const piece of (body as unknown as AsyncIterable<Uint8Array> | null) ?? []) {
    length += piece.length;
    if (length > MOST) throw new UpstreamFault(502, `Upstream answered with more than ${MOST / MB} MB`);
    pieces.push(piece);
  }
  return length > 0 ? Buffer.concat(pieces, length) : null;
}

/** Returns the reason beside the status. `Response` takes only Latin-1, and a back end may send any bytes. */
const reasonOf = ({ statusText }: Response): string => (/^[\t -~\u0080-\u00ff]*$/.test(statusText) ? statusText : '');
