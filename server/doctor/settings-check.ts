import { readFileSync } from 'node:fs';
import { isLoopback } from '../../app/platform/request/env.server';
import type { ServerConfig } from '../config';
import { type Finding, findingsOf } from './finding';
import { settingNames } from './setting-names';

const { fine, risky, wrong } = findingsOf('settings');

/** Node 20 is the oldest that is tested. */
const OLDEST_NODE = [20, 19] as const;

/** Judges settings that are valid and yet not safe together. */
export function checkSettings(config: ServerConfig, environment: NodeJS.ProcessEnv): Finding[] {
  const { web, trustedProxies } = config;
  const found = [...checkNode(process.versions.node), ...noticesOf(config)];
  if (!web.production)
    return [...found, risky('This is not production: PUBLIC_URL is not set, or is an address of this machine.')];
  if (web.publicUrl?.startsWith('http:'))
    found.push(
      wrong('PUBLIC_URL is http: passwords and sessions pass in the clear.', 'Serve https, and say so in PUBLIC_URL.'),
    );
  if (trustedProxies === 0)
    found.push(
      risky(
        'TRUST_PROXY is 0, but this server does not serve https itself. All members share the proxy’s address, so they share each limit.',
        'Set TRUST_PROXY to the number of your own proxies, usually 1.',
      ),
    );
  if (trustedProxies > 0 && !isLoopback(config.host))
    found.push(
      risky(
        `The server listens on ${config.host}. A caller who reaches its port without the proxy can invent an address.`,
        'Set HOST=127.0.0.1, or let a firewall or a private network admit the proxy alone.',
      ),
    );
  if (!config.metricsToken)
    found.push(
      risky('METRICS_TOKEN is not set: a Prometheus on another machine gets no figures.', 'Set 32 random characters.'),
    );
  if (!config.sentry)
    found.push(risky('SENTRY_DSN is not set: errors are in the log alone.', 'Watch the log, or set SENTRY_DSN.'));
  if (config.upstream && !environment.MAIL_FROM)
    found.push(
      wrong(
        'MAIL_FROM is not set: mails come from club@localhost, and are refused.',
        'Set it, such as "Almende <club@your.domain>".',
      ),
    );
  return found.length > 0 ? found : [fine('The settings fit together.')];
}

/** What the start says as well. */
function noticesOf({ correction, mailNotice, imprintNotice }: ServerConfig): Finding[] {
  return [correction, mailNotice, imprintNotice].flatMap((notice) => (notice ? [risky(notice)] : []));
}

function checkNode(version: string): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return isOld ? [wrong(`Node.js ${version} is too old.`, `Install ${OLDEST_NODE.join('.')} or newer.`)] : [];
}

/** Looks for names in the file of settings that nobody reads, such as `SMPT_URL`. */
export function checkNames(envFile: string): Finding[] {
  const names = [...readFileSync(envFile, 'utf8').matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm)].map(
    ([, name = '']) => name,
  );
  return names
    .filter((name) => !settingNames.includes(name))
    .map((name) =>
      risky(`${name} in ${envFile} is not a setting of Almende.`, 'The names are in README.md, "Configuration".'),
    );
}
