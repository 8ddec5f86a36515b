/** HMAC-SHA256 in hex under the app's secret, over the texts of the Pusher protocol. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface AppCredentials {
  id: string;
  /** Public: part of the websocket's URL. */
  key: string;
  secret: string;
}

/** `{key}:{signature}` with which a socket may enter a private or presence channel. */
export const channelAuth = (app: AppCredentials, socketId: string, channel: string, channelData?: string): string =>
  `${app.key}:${sign(app, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`;

/** `{key}:{signature}` with which a socket signs in as a user. */
export const userAuth = (app: AppCredentials, socketId: string, userData: string): string =>
  `${app.key}:${sign(app, `${socketId}::user::${userData}`)}`;

/**
 * What a request to the HTTP API is signed with: method, path and every parameter but the signature, names in lower
 * case, sorted, values decoded. Source: Pusher Channels, "Authentication signature".
 */
export function requestSignature(app: AppCredentials, method: string, path: string, query: URLSearchParams): string {
  const parameters = [...query]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'auth_signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return sign(app, [method.toUpperCase(), path, parameters.join('&')].join('\n'));
}

/** The digest by which the protocol binds a body to its signature; the signature is what protects it. */
export const bodyDigest = (body: Uint8Array): string => createHash('md5').update(body).digest('hex');

/** Compares in constant time. */
export function isSame(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

const sign = ({ secret }: AppCredentials, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
