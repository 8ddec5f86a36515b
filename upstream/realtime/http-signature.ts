import { maxClockSkew } from './limits';
import { type AppCredentials, bodyDigest, isSame, isSigned, requestSignature } from './signatures';

export interface SignedRequest {
  method: string;
  /** The path as sent, without the query. */
  path: string;
  query: URLSearchParams;
  body: Uint8Array;
}

/** Returns why a request to the HTTP API is not authenticated, or null. `now` in milliseconds since 1970. */
export function signatureFault(app: AppCredentials, request: SignedRequest, now: number): string | null {
  const { method, path, query, body } = request;
  if (!isSame(app.key, query.get('auth_key'))) return 'Unknown auth_key';
  if (query.get('auth_version') !== '1.0') return 'Unknown auth_version';
  const timestamp = query.get('auth_timestamp') ?? '';
  const skew = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || skew > maxClockSkew)
    return `The auth_timestamp is not within ${maxClockSkew} seconds of the server's time`;
  if (body.byteLength > 0 && !isSame(bodyDigest(body), query.get('body_md5'))) return 'The body_md5 does not fit';
  const signed = (by: AppCredentials) => requestSignature(by, method, path, query);
  if (!isSigned(app, signed, query.get('auth_signature'))) return 'Invalid signature';
  return null;
}
