import { HTTPException } from 'hono/http-exception';
import { maxDataBytes, maxEventsOfBatch } from './limits';

/** A whole batch whose data is all quotes, which JSON doubles, with room for names. */
const maxBodyBytes = maxEventsOfBatch * maxDataBytes * 2 + 64 * 1024;

/** The bytes that a signature is over. Throws 413 above the limit, before there is more of it in memory. */
export async function readSignedBody(request: Request): Promise<Buffer> {
  const tooLarge = () => new HTTPException(413, { message: 'The request is too large' });
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
