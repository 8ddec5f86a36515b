import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, type Env, isLoopback, readEnv } from '../app/platform/request/env.server';
import { missingForImprint } from '../app/platform/request/imprint.server';
import { loadAffiliateConfig } from '../upstream/affiliate-config';
import { loadChatConfig } from '../upstream/chat-config';
import type { PusherConfig, UpstreamConfig } from '../upstream/config';
import { WrongConfigFile } from '../upstream/config-file';
import { embeddedApp } from '../upstream/contract/realtime';
import { loadSupportConfig } from '../upstream/support-config';
import { loadWalletConfig } from '../upstream/wallet-config';
import { secureDataFolder } from './data-folder';

export interface ServerConfig {
  port: number;
  host: string;
  /** The number of our own proxies in front of this server. Their entries of X-Forwarded-For are trusted. */
  trustedProxies: number;
  /** `info` writes a line for each request. */
  logLevel: string;
  sentry: { dsn: string; tracesSampleRate: number } | null;
  metricsToken: string | null;
  web: Env;
  /** For the operator: the permissions of `DATA_DIR` were corrected. */
  correction: string | null;
  /** For the operator: nobody gets mail. */
  mailNotice: string | null;
  /** For the operator: the imprint that German law asks for is missing. */
  imprintNotice: string | null;
  /** Null with a foreign upstream. */
  upstream: UpstreamConfig | null;
}

/** An IBAN that only examples use. */
const demoIban = 'DE02120300000000202051';

/**
 * Reads the environment (names: docs/product/staff.md#fixed-names) and completes it for the web app, which reads the
 * same variables. Makes the data folder private and keeps a secret there, unless it only looks.
 * @throws ConfigurationError naming everything that is missing, weak or wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv, { onlyLooks = false } = {}): ServerConfig {
  const web = readEnv(environment);
  const port = Number(environment.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigurationError('PORT is not a port number');
  if (web.production && !web.upstreamUrl && !environment.DATABASE_URL && environment.ALLOW_EMBEDDED_DATABASE !== '1') {
    throw new ConfigurationError(
      'DATABASE_URL is missing: a power cut may lose data of the embedded database (ALLOW_EMBEDDED_DATABASE=1 allows it)',
    );
  }
  const host = readHost(environment.HOST, web);
  if (!web.upstreamUrl) readConfigFiles(environment, web);
  const trustedProxies = readTrustedProxies(environment.TRUST_PROXY);
  const dataDir = resolve(environment.DATA_DIR || '.data');
  const isDemo =
    environment.DEMO === '1' || (!environment.DEMO && !web.production && !web.upstreamUrl && !environment.DATABASE_URL);
  environment.DEMO = isDemo ? '1' : '0';
  const keepsData = !onlyLooks && (!environment.SESSION_SECRET || (!web.upstreamUrl && !environment.DATABASE_URL));
  const correction = keepsData ? secureDataFolder(dataDir) : null;
  if (!onlyLooks) environment.SESSION_SECRET ||= keepSecret(dataDir);
  const complete = readEnv(environment);
  return {
    port,
    host,
    trustedProxies,
    logLevel: environment.LOG_LEVEL || (web.production ? 'info' : 'warn'),
    sentry: web.sentryDsn
      ? { dsn: web.sentryDsn, tracesSampleRate: Number(environment.SENTRY_TRACES_SAMPLE_RATE ?? 1) }
      : null,
    metricsToken: readMetricsToken(environment.METRICS_TOKEN),
    web: complete,
    correction,
    mailNotice: noticeOfMail(environment, complete),
    imprintNotice: noticeOfImprint(environment, complete),
    upstream: web.upstreamUrl ? null : readUpstreamConfig(environment, complete, dataDir, port),
  };
}

/** A server without a public origin is for development or a demo. Other machines must not reach it. */
function readHost(host: string | undefined, { production, publicUrl }: Env): string {
  if (host && !isLoopback(host) && !publicUrl) {
    throw new ConfigurationError(
      `HOST=${host} opens this server to other machines: set PUBLIC_URL too, the address that members use`,
    );
  }
  return host || (production ? '0.0.0.0' : '127.0.0.1');
}

/** Reads the files at each start: a wrong file stops the start, and an edited file takes effect. */
function readConfigFiles(environment: NodeJS.ProcessEnv, { production, modules }: Env): void {
  try {
    loadSupportConfig(environment);
    loadAffiliateConfig(environment);
    loadChatConfig(environment);
    const { bank } = loadWalletConfig(environment);
    const asksForMoney = production && modules.includes('wallet');
    if (!asksForMoney || bank.iban !== demoIban || environment.ALLOW_DEMO_BANK_ACCOUNT === '1') return;
  } catch (error) {
    throw error instanceof WrongConfigFile ? new ConfigurationError(error.message) : error;
  }
  throw new ConfigurationError(
    'config/wallet.json names the bank account of the demo club: members would pay to nobody (ALLOW_DEMO_BANK_ACCOUNT=1 overrides)',
  );
}

/** Tells the operator that no mail leaves this server. */
function noticeOfMail({ SMTP_URL }: NodeJS.ProcessEnv, { production, mailbox, upstreamUrl }: Env): string | null {
  if (upstreamUrl || SMTP_URL || mailbox) return null;
  const way = production ? '' : ', or MAILBOX=1 to read it at /_mail on this machine';
  return `SMTP_URL is not set: every mail is discarded, those that confirm an address or reset a password too. Set SMTP_URL${way}.`;
}

/** Tells the operator that the pages have no imprint. */
function noticeOfImprint(environment: NodeJS.ProcessEnv, { production, imprint }: Env): string | null {
  if (!production || imprint) return null;
  const names = missingForImprint(environment).join(', ');
  return `Missing settings: ${names}. /imprint and /contact say nothing, and German law (§ 5 DDG) asks for an imprint.`;
}

/**
 * A wrong number would give every caller the proxy's address or let the caller choose one, so only a number is
 * accepted.
 */
function readTrustedProxies(value = '0'): number {
  if (/^\d{0,3}$/.test(value.trim())) return Number(value);
  throw new ConfigurationError('TRUST_PROXY is not a whole number: set how many proxies before this server are yours');
}

/** The token is sent in a header. */
function readMetricsToken(value = ''): string | null {
  if (value === '') return null;
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value;
  throw new ConfigurationError('METRICS_TOKEN is weak: use at least 16 characters, without spaces');
}

/** Data that is deleted too early is lost, so only a number of days is accepted. */
function readDays(value: string | undefined): number | undefined {
  if (!value) return undefined;
  if (/^[1-9]\d{0,4}$/.test(value.trim())) return Number(value);
  throw new ConfigurationError('NOTIFICATION_DAYS is not a whole number of days');
}

function readUpstreamConfig(environment: NodeJS.ProcessEnv, web: Env, dataDir: string, port: number): UpstreamConfig {
  return {
    publicUrl: web.publicUrl ?? `http://localhost:${port}`,
    dataDir,
    databaseUrl: environment.DATABASE_URL || undefined,
    demo: web.demo,
    demoSimulator: web.demo && environment.DEMO_SIMULATOR !== '0',
    production: web.production,
    secrets: web.sessionSecrets,
    smtpUrl: readSmtpUrl(environment.SMTP_URL),
    mailbox: web.mailbox,
    mailFrom: environment.MAIL_FROM || `${web.productName} <club@localhost>`,
    productName: web.productName,
    modules: web.modules,
    pusher: readPusherConfig(environment, web),
    endpoint: readEndpoint(environment, web),
    channels: web.realtime ?? undefined,
    notificationDays: readDays(environment.NOTIFICATION_DAYS),
    recaptcha: environment.RECAPTCHA_SECRET
      ? {
          secret: environment.RECAPTCHA_SECRET,
          verifyUrl: environment.RECAPTCHA_VERIFY_URL || 'https://www.google.com/recaptcha/api/siteverify',
        }
      : undefined,
  };
}

/** Such as `smtps://USER:PASSWORD@HOST:465/?pool=true`. A path has no meaning. */
const smtpForm = /^smtps?:\/\/[^/?#]+\/?(\?[^#@]*)?$/i;

/** The mail library takes any text, prints what it cannot read, and sends to a host that nobody meant. */
function readSmtpUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (smtpForm.test(value) && URL.canParse(value) && isDecodable(value)) return value;
  throw new ConfigurationError(
    'SMTP_URL is not smtps://USER:PASSWORD@HOST or smtp://…: write # in a password as %23, / as %2F, ? as %3F, % as %25',
  );
}

function isDecodable(value: string): boolean {
  try {
    return decodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}

/** With an app and a secret of its own, the embedded endpoint serves other servers and their pages, too. */
function readEndpoint(environment: NodeJS.ProcessEnv, { endpointKey: key }: Env): UpstreamConfig['endpoint'] {
  const id = environment.REALTIME_APP_ID || embeddedApp.id;
  const secret = environment.REALTIME_APP_SECRET || null;
  const origins = (environment.REALTIME_ALLOWED_ORIGINS ?? '').split(',').map((entry) => entry.trim());
  if (!/^[\w-]{1,100}$/.test(id))
    throw new ConfigurationError('REALTIME_APP_ID may have only letters, digits, - and _, at most 100');
  if (secret !== null && secret.length < 20)
    throw new ConfigurationError('REALTIME_APP_SECRET is weak: use at least 20 random characters');
  const wrong = origins.find((origin) => origin !== '' && !isOrigin(origin));
  if (wrong) throw new ConfigurationError(`REALTIME_ALLOWED_ORIGINS: "${wrong}" is not https://host`);
  return { id, key, secret, origins: origins.filter(Boolean) };
}

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** The upstream sends events, so it needs more settings of the service than a browser. */
function readPusherConfig(environment: NodeJS.ProcessEnv, { pusher }: Env): PusherConfig | undefined {
  if (!pusher) return undefined;
  const { PUSHER_APP_ID: appId, PUSHER_APP_SECRET: secret } = environment;
  if (!appId || !secret) throw new ConfigurationError('PUSHER_APP_KEY needs PUSHER_APP_ID and PUSHER_APP_SECRET');
  const { key, cluster, host, port, scheme } = pusher;
  return { appId, key, secret, cluster, host, port, scheme };
}

/** Outside production, the secret is created once and kept with the data, so that sessions survive a restart. */
function keepSecret(dataDir: string) {
  const file = join(dataDir, 'session-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
