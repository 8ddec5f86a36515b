/** Signatures of the Pusher protocol: HMAC-SHA256 in hex with the app's secret. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface AppCredentials {
  id: string;
  /** Public, because it is part of the websocket's URL. */
  key: string;
  secret: string;
  /** With which other processes may sign while secrets change. */
  otherSecrets?: string[];
}

/** Returns `{key}:{signature}`, with which a socket may enter a private or presence channel. */
export const channelAuth = (app: AppCredentials, socketId: string, channel: string, channelData?: string): string =>
  `${app.key}:${sign(app, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`;

/** Returns `{key}:{signature}`, with which a socket signs in as a user. */
export const userAuth = (app: AppCredentials, socketId: string, userData: string): string =>
  `${app.key}:${sign(app, `${socketId}::user::${userData}`)}`;

/**
 * Returns the signature of a request to the HTTP API. It covers method, path and all parameters except the signature:
 * names in lower case, sorted, values decoded. Source: Pusher Channels, "Authentication signature".
 */
export function requestSignature(app: AppCredentials, method: string, path: string, query: URLSearchParams): string {
  const parameters = [...query]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'auth_signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return sign(app, [method.toUpperCase(), path, parameters.join('&')].join('\n'));
}

/** Returns the MD5 digest that the protocol uses to bind a body to its signature. The signature protects the digest. */
export const bodyDigest = (body: Uint8Array): string => createHash('md5').update(body).digest('hex');

/** Returns whether `signed` returns this text with one of the app's secrets. */
export const isSigned = (app: AppCredentials, signed: (app: AppCredentials) => string, given: unknown): boolean =>
  [app.secret, ...(app.otherSecrets ?? [])].some((secret) => isSame(signed({ ...app, secret }), given));

/** Compares two texts in constant time. */
export function isSame(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

const sign = ({ secret }: AppCredentials, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
