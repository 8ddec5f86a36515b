import { HTTPException } from 'hono/http-exception';
import { maxDataBytes, maxEventsOfBatch } from './limits';

/** Room for a full batch whose data is all quotes, which JSON doubles, and for names. */
const maxBodyBytes = maxEventsOfBatch * maxDataBytes * 2 + 64 * 1024;

/** Returns the bytes that the signature covers. Throws 413 above the limit, before more of the body is in memory. */
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
