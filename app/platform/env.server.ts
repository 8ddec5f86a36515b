import { randomBytes } from 'node:crypto';
import { isCountry } from '../../upstream/contract/countries';
import { MODULES, type ModuleName } from './modules';
import { type PusherService, type RealtimeNames, readAuthPath, readPusher, readRealtimeNames } from './realtime.server';

/** The web app's configuration, read once from the environment. Names: product/staff.md, "Fixed names". */
export interface Env {
  /** Origin under which members reach the app; null when none is configured. */
  publicUrl: string | null;
  /** `PUBLIC_URL` is set and not loopback. */
  production: boolean;
  /** Newest first: the first seals, every one opens. */
  sessionSecrets: string[];
  productName: string;
  /** The country that the picker of an address begins with where a member has none; ISO 3166-1 alpha-2. */
  defaultRegion: string;
  modules: ModuleName[];
  demo: boolean;
  /** Mails are shown at `/_mail`: by the embedded upstream, outside production, while no SMTP server is configured. */
  mailbox: boolean;
  /** Origin, or full base, of a foreign upstream; null for the embedded one. */
  upstreamUrl: string | null;
  /** Vendor and version in the Content-Type of calls. */
  upstreamMediaType: string;
  upstreamTimeoutMs: number;
  /** The service that browsers connect to; null for the embedded endpoint, on the pages' own host and port. */
  pusher: PusherService | null;
  /** What browsers listen to; null where nobody serves it: with a foreign upstream and no `PUSHER_APP_KEY`. */
  realtime: RealtimeNames | null;
  /** Where upstream admits sockets to channels, below the base of its API. */
  broadcastingAuthPath: string;
  recaptchaSiteKey: string | null;
  /** `Name=https://…` pairs, separated by commas. */
  socialLinks: { name: string; url: string }[];
  sentryDsn: string | null;
  /** Told of the visits of members who consented; null: nobody is tracked (docs/decisions/0014). */
  trackerUrl: string | null;
  /** False takes the service worker away again from every browser that has it (docs/native-app.md). */
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
 * @throws ConfigurationError naming every setting that is missing, weak or wrong; production refuses to start on it.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const problems: string[] = [];
  const publicUrl = readOrigin(source.PUBLIC_URL, problems);
  const production = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname);
  const secrets = list(source.SESSION_SECRET);
  if (production && secrets.length === 0) problems.push('SESSION_SECRET is missing: set at least 32 random characters');
  if (production && secrets.some(isWeak)) problems.push('SESSION_SECRET is weak: use at least 32 random characters');
  if (production && source.DEMO === '1') problems.push('DEMO=1 is refused in production');
  const unknown = list(source.MODULES).filter((name) => !isModule(name.toLowerCase()));
  if (unknown.length > 0) problems.push(`MODULES names unknown modules: ${unknown.join(', ')}`);
  const socialLinks = list(source.SOCIAL_LINKS).map((entry) => {
    const [name = '', url = ''] = entry.split(/=(.*)/s);
    if (!URL.canParse(url)) problems.push(`SOCIAL_LINKS: "${entry}" is not Name=https://…`);
    return { name, url };
  });
  if (source.UPSTREAM_URL && !URL.canParse(source.UPSTREAM_URL)) problems.push('UPSTREAM_URL is not a URL');
  const pusher = readPusher(source, problems);
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
    // The specification's own, section 4.
    defaultRegion,
    modules: source.MODULES
      ? list(source.MODULES)
          .map((name) => name.toLowerCase())
          .filter(isModule)
      : [...MODULES],
    demo: source.DEMO === '1',
    mailbox: !production && !source.SMTP_URL && !source.UPSTREAM_URL,
    upstreamUrl: source.UPSTREAM_URL || null,
    upstreamMediaType: `application/vnd.${source.UPSTREAM_VENDOR || 'almende'}.${source.UPSTREAM_VERSION || 'v1'}+json`,
    upstreamTimeoutMs: Number(source.UPSTREAM_TIMEOUT_MS) || 10_000,
    pusher,
    realtime: source.UPSTREAM_URL && !pusher ? null : realtime,
    broadcastingAuthPath,
    recaptchaSiteKey: source.RECAPTCHA_SITE_KEY || null,
    socialLinks,
    sentryDsn: source.SENTRY_DSN || null,
    trackerUrl,
    serviceWorker: source.SERVICE_WORKER !== '0',
  };
}

function readOrigin(value: string | undefined, problems: string[]) {
  if (!value) return null;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return new URL(value).origin;
  problems.push('PUBLIC_URL is not an http(s) URL');
  return null;
}

/** Names and addresses of members travel to it, so in production not in the clear. */
function isTrackerUrl(value: string, production: boolean) {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && (!production || isLoopback(hostname)));
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(host);

/** Short, or made of few different characters, as "changeme" and rows of one letter are. */
const isWeak = (secret: string) => secret.length < 32 || new Set(secret).size < 10;

const isModule = (name: string): name is ModuleName => (MODULES as readonly string[]).includes(name);

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
