import { randomBytes } from 'node:crypto';
import { isCountry } from '../../../upstream/contract/countries';
import { MODULES, type ModuleName } from '../page/modules';
import { type Imprint, readImprint } from './imprint.server';
import {
  type PusherService,
  type RealtimeNames,
  readAuthPath,
  readEndpointKey,
  readPusher,
  readRealtimeNames,
} from './realtime.server';

/** The web app's configuration. It is read once from the environment. Names: docs/product/staff.md#fixed-names. */
export interface Env {
  /** Origin at which members reach the app; null if it is not configured. */
  publicUrl: string | null;
  /** `PUBLIC_URL` is set and not loopback. */
  production: boolean;
  /** Newest first. The first one seals; all of them open. */
  sessionSecrets: string[];
  productName: string;
  /** The selected country in the address form of a member without one; ISO 3166-1 alpha-2. */
  defaultRegion: string;
  modules: ModuleName[];
  demo: boolean;
  /** `/_mail` shows e-mails to this machine. True if `DEMO` or `MAILBOX` is 1 and no SMTP server is configured. */
  mailbox: boolean;
  /** Origin, or full base, of a foreign upstream; null for the embedded one. */
  upstreamUrl: string | null;
  /** The Content-Type of calls, with vendor and version. */
  upstreamMediaType: string;
  upstreamTimeoutMs: number;
  /** The realtime service for browsers; null for the embedded endpoint on the pages' own host and port. */
  pusher: PusherService | null;
  /** The key of the embedded endpoint's app. */
  endpointKey: string;
  /** The names that browsers listen to; null without realtime: with a foreign upstream and no `PUSHER_APP_KEY`. */
  realtime: RealtimeNames | null;
  /** Path of the call that authorizes sockets for channels, below the base of upstream's API. */
  broadcastingAuthPath: string;
  recaptchaSiteKey: string | null;
  /** `Name=https://…` pairs, separated by commas. */
  socialLinks: { name: string; url: string }[];
  /** Where members get the native app for Android; null if the club has none. */
  androidAppUrl: string | null;
  /** Null while the club has not set it. */
  imprint: Imprint | null;
  sentryDsn: string | null;
  /** Receives the visits of members who consented; null if nobody is tracked (docs/decisions/0014). */
  trackerUrl: string | null;
  /** False removes the service worker from every browser that has it (docs/native-app.md). */
  serviceWorker: boolean;
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

let current: Env | undefined;

export function env(): Env {
  current ??= readEnv(process.env);
  return current;
}

/**
 * Reads and checks the configuration.
 * @throws ConfigurationError that names every missing, weak or wrong setting. Production does not start with it.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const problems: string[] = [];
  const publicUrl = readOrigin(source.PUBLIC_URL, problems);
  const production = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname);
  const secrets = list(source.SESSION_SECRET);
  if (production && secrets.length === 0) problems.push('SESSION_SECRET is missing: set at least 32 random characters');
  if (production && secrets.some(isWeak)) problems.push('SESSION_SECRET is weak: use at least 32 random characters');
  if (production && source.DEMO === '1') problems.push('DEMO=1 is refused in production');
  if (production && source.MAILBOX === '1') problems.push('MAILBOX=1 is refused in production');
  const unknown = list(source.MODULES).filter((name) => !isModule(name.toLowerCase()));
  if (unknown.length > 0) problems.push(`MODULES names unknown modules: ${unknown.join(', ')}`);
  const socialLinks = list(source.SOCIAL_LINKS).map((entry) => {
    const [name = '', url = ''] = entry.split(/=(.*)/s);
    if (!URL.canParse(url)) problems.push(`SOCIAL_LINKS: "${entry}" is not Name=https://…`);
    return { name, url };
  });
  const androidAppUrl = source.ANDROID_APP_URL || null;
  if (androidAppUrl && !isHttps(androidAppUrl)) problems.push('ANDROID_APP_URL is not an https URL');
  if (source.UPSTREAM_URL && !isBase(source.UPSTREAM_URL))
    problems.push(
      'UPSTREAM_URL is not an http(s) URL without user name, password, ? and #: calls cannot be made with these',
    );
  const pusher = readPusher(source, problems);
  const endpointKey = readEndpointKey(source, problems);
  const realtime = readRealtimeNames(source, problems);
  const defaultRegion = source.DEFAULT_REGION?.toUpperCase() || 'US';
  if (!isCountry(defaultRegion)) problems.push('DEFAULT_REGION is not the two-letter code of a country');
  const trackerUrl = source.TRACKER_URL || null;
  if (trackerUrl && !isTrackerUrl(trackerUrl, production)) problems.push('TRACKER_URL is not an https URL');
  const broadcastingAuthPath = readAuthPath(source, problems);
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'));
  return {
    publicUrl,
    production,
    sessionSecrets: secrets.length > 0 ? secrets : [randomBytes(32).toString('base64url')],
    productName: source.PRODUCT_NAME || 'Almende',
    // `US` is the default of the specification, section 4.
    defaultRegion,
    modules: source.MODULES
      ? list(source.MODULES)
          .map((name) => name.toLowerCase())
          .filter(isModule)
      : [...MODULES],
    demo: source.DEMO === '1',
    mailbox: hasMailbox(source) && !production,
    upstreamUrl: source.UPSTREAM_URL || null,
    upstreamMediaType: mediaTypeIn(source),
    upstreamTimeoutMs: Number(source.UPSTREAM_TIMEOUT_MS) || 10_000,
    pusher,
    endpointKey,
    realtime: source.UPSTREAM_URL && !pusher ? null : realtime,
    broadcastingAuthPath,
    recaptchaSiteKey: source.RECAPTCHA_SITE_KEY || null,
    socialLinks,
    androidAppUrl,
    imprint: readImprint(source, source.DEMO === '1'),
    sentryDsn: source.SENTRY_DSN || null,
    trackerUrl,
    serviceWorker: source.SERVICE_WORKER !== '0',
  };
}

/** Returns the Content-Type of calls, with vendor and version. */
export const mediaTypeIn = ({ UPSTREAM_VENDOR, UPSTREAM_VERSION }: Record<string, string | undefined>): string =>
  `application/vnd.${UPSTREAM_VENDOR || 'almende'}.${UPSTREAM_VERSION || 'v1'}+json`;

/** Only a setting opens the mailbox, because its mails contain links that sign in as any member. */
const hasMailbox = ({ DEMO, MAILBOX, SMTP_URL, UPSTREAM_URL }: Record<string, string | undefined>) =>
  (DEMO === '1' || MAILBOX === '1') && !SMTP_URL && !UPSTREAM_URL;

function readOrigin(value: string | undefined, problems: string[]) {
  if (!value) return null;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return new URL(value).origin;
  problems.push('PUBLIC_URL is not an http(s) URL');
  return null;
}

/** Paths of calls are put at its end. `fetch` refuses a password in it, and `doctor` would print it. */
function isBase(value: string) {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' && !/[?#]/.test(value);
}

const isHttps = (value: string) => URL.canParse(value) && new URL(value).protocol === 'https:';

/** The tracker receives names and addresses of members, so production needs https. */
function isTrackerUrl(value: string, production: boolean) {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && (!production || isLoopback(hostname)));
}

/** Takes a host name or IP address. An IPv6 address may have brackets, as in a URL. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(host);

/** Whether a secret is short or has few different characters, such as "changeme" or one repeated letter. */
const isWeak = (secret: string) => secret.length < 32 || new Set(secret).size < 10;

const isModule = (name: string): name is ModuleName => (MODULES as readonly string[]).includes(name);

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
