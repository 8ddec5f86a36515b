import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import '../app/platform/load-context';
import type { Upstream } from '../upstream/server';
import { clientAddress } from './client-address';
import { compression } from './compression';
import { defaultHeaders } from './default-headers';
import type { Report } from './error-reporting';
import { measure, serveMetrics } from './metrics';
import { judgeOrigin } from './origin';
import { createRemixHandler } from './remix';
import { requestLog, type Variables } from './request-log';
import { staticFiles } from './static-files';

export interface WebParts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  /** Folder of the built browser files; null while Vite serves them. */
  clientFolder: string | null;
  upstream: Upstream | null;
  trustedProxies: number;
  metrics: Registry;
  /** Opens `/metrics` from afar. */
  metricsToken: string | null;
  log: Logger;
  report: Report | undefined;
}

/**
 * The thin HTTP layer: usual headers, health, metrics, log, static files, compression, the API, realtime's API, the mailbox,
 * and Remix for all the rest.
 */
export function createWeb(parts: WebParts) {
  const { build, mode, clientFolder, upstream, trustedProxies, metrics, metricsToken, log, report } = parts;
  const web = new Hono<{ Variables: Variables }>();
  const remix = typeof build === 'function' ? createRequestHandler(build, mode) : createRemixHandler(build, mode);

  web.use(defaultHeaders());
  web.get('/healthz', (c) => c.text('ok'));
  web.get('/readyz', async (c) => {
    const isReady = await upstream?.ready().then(
      () => true,
      () => false,
    );
    return isReady === false ? c.text('not ready', 503) : c.text('ready');
  });
  web.get('/metrics', serveMetrics(metrics, { token: metricsToken, trustedProxies }));
  web.use(measure(metrics));
  web.use(requestLog(log));
  const realtime = upstream?.realtime;
  if (realtime) {
    web.all('/apps/*', (c) => realtime.fetch(c.req.raw));
    // Mostly a proxy in front that does not pass on the wish to upgrade.
    web.all('/app/*', (c) => c.text('Upgrade Required', 426, { Upgrade: 'websocket', Connection: 'Upgrade' }));
  }
  if (clientFolder) web.use(staticFiles(clientFolder));
  web.use(compression);
  web.use(async (c, next) => {
    c.set('ip', clientAddress(c, trustedProxies));
    await next();
  });
  if (upstream) {
    web.all('/api/*', (c) => upstream.fetch(c.req.raw, { ip: c.var.ip, requestId: c.var.requestId }));
    const { mailbox } = upstream;
    if (mailbox)
      web.on(['GET', 'HEAD'], ['/_mail', '/_mail/*', '/_mail.json', '/_mail.css'], (c) => mailbox(c.req.raw));
  }
  web.all('*', (c) => {
    const { ip, requestId } = c.var;
    return remix(judgeOrigin(c.req.raw), {
      upstream: upstream?.fetch,
      ip,
      requestId,
      log: log.child({ requestId }),
      report,
    });
  });
  web.onError((error, c) => {
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected error');
    report?.(error, c.get('requestId'));
    return c.text('Server Error', 500);
  });
  return web;
}
