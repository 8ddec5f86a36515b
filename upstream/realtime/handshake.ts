import { codes } from './frames';
import type { AppCredentials } from './signatures';

export interface Handshake {
  /** Path and query. */
  url: string;
  origin: string | undefined;
  host: string | undefined;
}

export interface Refusal {
  code: number;
  message: string;
}

/** The versions that Pusher's libraries of the last ten years use. They do not differ in the messages used here. */
const versions = { oldest: 5, newest: 7 };

/** Returns whether the path is a websocket path of realtime, valid or not. */
export const isRealtimePath = (url: string): boolean => /^\/app(\/|\?|$)/.test(url);

/**
 * Returns why a handshake is refused, or null. `allowedOrigin` is the origin of the pages; null allows the host of the
 * request. A client without an Origin is not a browser, so no foreign page can misuse its cookies.
 */
export function judgeHandshake(
  { url, origin, host }: Handshake,
  app: Pick<AppCredentials, 'key'>,
  allowedOrigin: string | null,
  otherOrigins: readonly string[] = [],
): Refusal | null {
  const { pathname, searchParams } = new URL(url, 'ws://self');
  const [, key] = /^\/app\/([^/]+)$/.exec(pathname) ?? [];
  if (key === undefined) return { code: codes.unknownPath, message: 'Path not found' };
  if (key !== app.key) return { code: codes.unknownApp, message: 'Application does not exist' };
  return judgeVersion(searchParams.get('protocol')) ?? judgeOrigin(origin, host, allowedOrigin, otherOrigins);
}

function judgeVersion(protocol: string | null): Refusal | null {
  if (protocol === null || protocol === '') return { code: codes.noVersion, message: 'No protocol version supplied' };
  if (!/^\d{1,4}$/.test(protocol)) return { code: codes.badVersion, message: 'Invalid version string format' };
  const isSupported = Number(protocol) >= versions.oldest && Number(protocol) <= versions.newest;
  return isSupported ? null : { code: codes.unsupportedVersion, message: 'Unsupported protocol version' };
}

function judgeOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: string | null,
  others: readonly string[],
): Refusal | null {
  if (origin === undefined || origin === allowed || others.includes(origin)) return null;
  const isSameHost = allowed === null && URL.canParse(origin) && new URL(origin).host === host;
  return isSameHost ? null : { code: codes.unauthorized, message: 'Origin not allowed' };
}
