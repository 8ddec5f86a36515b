import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from '@remix-run/node';
import pino, { type Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ViteDevServer } from 'vite';
import { VERSION } from './app/platform/page/version';
import { ConfigurationError, env } from './app/platform/request/env.server';
import { readConfig } from './server/config';
import { startErrorReporting } from './server/error-reporting';
import { errorSerializer } from './server/logged-error';
import { createPathLog } from './server/logged-path';
import { createRegistry } from './server/metrics';
import { takeUpgrades } from './server/upgrade';
import { createWeb } from './server/web';
import type { Upstream } from './upstream/server';

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

interface DevOptions {
  openDev?: (server: Server) => Promise<ViteDevServer>;
}

/** How long a request may take to arrive: 25 MB of files on a line of 256 kbit/s. Node's five minutes are too short. */
const REQUEST_MS = 15 * 60_000;
/**
 * How long a connection stays open without a request: longer than nginx keeps one, which is 60 seconds. So nginx closes
 * first. A form that it sent while we close would be lost, because it sends no form twice.
 */
const IDLE_MS = 75_000;
/** How long open requests may take after a signal to stop. */
const DRAIN_MS = 10_000;

const here = dirname(fileURLToPath(import.meta.url));

/**
 * The composition root: reads the configuration, opens the upstream unless a foreign one is configured, and serves
 * the web app. With `openDev`, Vite serves the pages' sources instead of the build, and its socket on the same port.
 * @throws ConfigurationError, or DataDirLocked while another process holds the embedded database
 */
export async function startServer({ openDev }: DevOptions = {}): Promise<RunningServer> {
  const config = readConfig(process.env);
  for (const notice of [config.correction, config.mailNotice, config.imprintNotice])
    if (notice) console.warn(`  ${notice}`);
  const paths = createPathLog();
  const log = pino({ level: config.logLevel, base: undefined, serializers: { err: errorSerializer(paths) } });
  const reporting = await startErrorReporting(config.sentry, VERSION, paths);
  const metrics = createRegistry();
  const upstream = config.upstream ? await openUpstream(config.upstream, log, metrics) : null;
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS });
  const dev = await openDev?.(server);
  const { trustedProxies, metricsToken } = config;
  let isClosing = false;
  const known = (build: ServerBuild) => {
    paths.addPages(build.routes);
    return reporting.withSpans(build);
  };
  const web = createWeb({
    build: dev
      ? async () => known((await dev.ssrLoadModule('virtual:remix/server-build')) as ServerBuild)
      : known(await import('@remix-run/dev/server-build')),
    mode: dev ? 'development' : 'production',
    clientFolder: dev ? null : join(here, 'client'),
    upstream,
    docs: upstream ? null : await openDocs(log),
    trustedProxies,
    metrics,
    metricsToken,
    log,
    paths,
    report: reporting.report,
    isClosing: () => isClosing,
  });
  const listener = getRequestListener(web.fetch);
  server.on('request', (request, response) => {
    if (!dev) return void listener(request, response);
    dev.middlewares(request, response, () => void listener(request, response));
  });
  takeUpgrades(server, { realtime: upstream?.realtime ?? null, trustedProxies, isDevelopment: dev !== undefined });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return {
    url: config.web.publicUrl ?? `http://localhost:${port}`,
    async close() {
      isClosing = true;
      const drained = new Promise((resolve) => server.close(resolve));
      // An answer that had begun before could not end its connection, which is idle afterwards.
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const sockets = upstream?.realtime?.drain();
      await Promise.race([
        Promise.all([drained, sockets]),
        new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref()),
      ]);
      clearInterval(idle);
      server.closeAllConnections();
      await upstream?.close();
      await reporting.close();
    },
  };
}

/** Loaded on demand, because the embedded upstream brings its own. */
async function openDocs(log: Logger) {
  const { describeContract } = await import('./upstream/http/contract-docs');
  return describeContract({ productName: env().productName }, log);
}

/** Loaded on demand, because with a foreign upstream only the contract of `upstream/` is needed. */
async function openUpstream(
  config: Parameters<typeof import('./upstream/server').startUpstream>[0],
  log: Logger,
  metrics: Registry,
): Promise<Upstream> {
  const { startUpstream } = await import('./upstream/server');
  return startUpstream(config, { log, metrics });
}

/** `node build/server.js` starts here. */
async function main() {
  try {
    const start = performance.now();
    const server = await startServer();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`\n  ${process.env.PRODUCT_NAME || 'Almende'} is open: ${server.url} (${seconds} s)\n`);
    if (process.env.DEMO === '1') console.log(DEMO_ACCOUNTS);
    let isClosing = false;
    const end = async () => {
      if (isClosing) return;
      isClosing = true;
      await server.close();
      process.exit(0);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    // Sent only now, because the parent may ask to stop as soon as it has this.
    process.send?.({ url: server.url });
  } catch (error) {
    const isExpected =
      error instanceof ConfigurationError ||
      ['DataDirLocked', 'DatabaseTooOld', 'TablesLocked', 'PoolerBetween', 'LineDeaf', 'EADDRINUSE'].some((name) =>
        isNamed(error, name),
      );
    console.error(isExpected ? `Almende cannot start: ${(error as Error).message}` : error);
    process.exit(1);
  }
}

const isNamed = (error: unknown, name: string) =>
  error instanceof Error && (error.name === name || (error as NodeJS.ErrnoException).code === name);

const DEMO_ACCOUNTS = `  Demo accounts, password almende-demo:
    anna@example.org   German, with a large team
    ben@example.org    English, two-factor sign-in (secret JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP)
    clara@example.org  new, e-mail not confirmed
    greta@example.org  club staff, two-factor sign-in (secret KRUGKIDROVUWG2ZAMJZG653OEBTG66BA)
    holger@example.org club staff, two-factor sign-in (secret OB2XG2BAMZXXEIDUNBSSA3LFONZWCZ3F)
  Mail of the club: /_mail, on this machine. Stop with Ctrl-C.
`;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
