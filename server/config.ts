import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError, type Env, readEnv } from '../app/platform/env.server';
import wallet from '../config/wallet.json';
import type { PusherConfig, UpstreamConfig } from '../upstream/config';

export interface ServerConfig {
  port: number;
  host: string;
  /** How many proxies before us are ours: their entries of X-Forwarded-For are believed. */
  trustedProxies: number;
  /** `info` writes a line a request. */
  logLevel: string;
  sentry: { dsn: string; tracesSampleRate: number } | null;
  metricsToken: string | null;
  web: Env;
  /** null with a foreign upstream. */
  upstream: UpstreamConfig | null;
}

/** An account that exists in examples only. */
const demoIban = 'DE02120300000000202051';

/**
 * Reads the environment (names: product/staff.md) and completes it for the web app, which reads the same variables.
 * @throws ConfigurationError naming everything that is missing, weak or wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  const web = readEnv(environment);
  const port = Number(environment.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigurationError('PORT is not a port number');
  if (web.production && !web.upstreamUrl && !environment.DATABASE_URL && environment.ALLOW_EMBEDDED_DATABASE !== '1') {
    throw new ConfigurationError(
      'DATABASE_URL is missing: the embedded database makes no power-loss promise (ALLOW_EMBEDDED_DATABASE=1 overrides)',
    );
  }
  const asksForMoney = web.production && !web.upstreamUrl && web.modules.includes('wallet');
  if (asksForMoney && wallet.bank.iban === demoIban && environment.ALLOW_DEMO_BANK_ACCOUNT !== '1') {
    throw new ConfigurationError(
      'config/wallet.json names the bank account of the demo club: members would pay to nobody (ALLOW_DEMO_BANK_ACCOUNT=1 overrides)',
    );
  }
  const trustedProxies = readTrustedProxies(environment.TRUST_PROXY);
  const dataDir = resolve(environment.DATA_DIR || '.data');
  const isDemo =
    environment.DEMO === '1' || (!environment.DEMO && !web.production && !web.upstreamUrl && !environment.DATABASE_URL);
  environment.DEMO = isDemo ? '1' : '0';
  environment.SESSION_SECRET ||= keepSecret(dataDir);
  const complete = readEnv(environment);
  return {
    port,
    host: environment.HOST || (web.production ? '0.0.0.0' : '127.0.0.1'),
    trustedProxies,
    logLevel: environment.LOG_LEVEL || (web.production ? 'info' : 'warn'),
    sentry: web.sentryDsn
      ? { dsn: web.sentryDsn, tracesSampleRate: Number(environment.SENTRY_TRACES_SAMPLE_RATE ?? 1) }
      : null,
    metricsToken: readMetricsToken(environment.METRICS_TOKEN),
    web: complete,
    upstream: web.upstreamUrl ? null : readUpstreamConfig(environment, complete, dataDir, port),
  };
}

/** Guessed wrong, every caller has the proxy's address, or chooses one: so nothing but a number counts. */
function readTrustedProxies(value = '0'): number {
  if (/^\d{0,3}$/.test(value.trim())) return Number(value);
  throw new ConfigurationError('TRUST_PROXY is not a whole number: set how many proxies before this server are yours');
}

/** It travels in a header. */
function readMetricsToken(value = ''): string | null {
  if (value === '') return null;
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value;
  throw new ConfigurationError('METRICS_TOKEN is weak: use at least 16 characters, without spaces');
}

/** What is deleted too early is gone: nothing but a number of days counts. */
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
    smtpUrl: environment.SMTP_URL || undefined,
    mailFrom: environment.MAIL_FROM || `${web.productName} <club@localhost>`,
    productName: web.productName,
    modules: web.modules,
    pusher: readPusherConfig(environment, web),
    userChannel: web.realtime?.userChannel,
    notificationDays: readDays(environment.NOTIFICATION_DAYS),
    recaptcha: environment.RECAPTCHA_SECRET
      ? {
          secret: environment.RECAPTCHA_SECRET,
          verifyUrl: environment.RECAPTCHA_VERIFY_URL || 'https://www.google.com/recaptcha/api/siteverify',
        }
      : undefined,
  };
}

/** To send events, the upstream needs more of the service than a browser does. */
function readPusherConfig(environment: NodeJS.ProcessEnv, { pusher }: Env): PusherConfig | undefined {
  if (!pusher) return undefined;
  const { PUSHER_APP_ID: appId, PUSHER_APP_SECRET: secret } = environment;
  if (!appId || !secret) throw new ConfigurationError('PUSHER_APP_KEY wants PUSHER_APP_ID and PUSHER_APP_SECRET');
  const { key, cluster, host, port, scheme } = pusher;
  return { appId, key, secret, cluster, host, port, scheme };
}

/** Outside production sessions outlive a restart by a secret that is made once and kept with the data. */
function keepSecret(dataDir: string) {
  const file = join(dataDir, 'session-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('base64url');
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
