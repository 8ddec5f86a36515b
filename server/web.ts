import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import '../app/platform/request/load-context';
import { createRemixHandler } from '../app/platform/remix/request-handler.server';
import type { describeContract } from '../upstream/http/contract-docs';
import type { Upstream } from '../upstream/server';
import { clientAddress } from './client-address';
import { compression } from './compression';
import { defaultHeaders } from './default-headers';
import type { Report } from './error-reporting';
import { isOfThisMachine } from './local-caller';
import type { PathLog } from './logged-path';
import { measure, serveMetrics, showCaller } from './metrics';
import { judgeOrigin } from './origin';
import { checkReady } from './readiness';
import { requestLog, type Variables } from './request-log';
import { staticFiles } from './static-files';

type Docs = ReturnType<typeof describeContract>;

export interface WebParts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  /** Folder of the built browser files, or null while Vite serves them. */
  clientFolder: string | null;
  upstream: Upstream | null;
  /** Serves the description of the calls, while a foreign back end serves the calls. */
  docs: Docs | null;
  trustedProxies: number;
  metrics: Registry;
  /** Gives access to `/metrics` from other machines. */
  metricsToken: string | null;
  log: Logger;
  paths: PathLog;
  report: Report | undefined;
  isClosing: () => boolean;
}

/**
 * The HTTP layer: default headers, health, metrics, log, static files, compression, the API, realtime's API, the
 * mailbox, and Remix for everything else.
 */
export function createWeb(parts: WebParts) {
  const { build, mode, clientFolder, upstream, docs, trustedProxies, metrics, metricsToken, log, paths, report } =
    parts;
  const web = new Hono<{ Variables: Variables }>();
  const remix = typeof build === 'function' ? createRequestHandler(build, mode) : createRemixHandler(build, mode);

  web.use(defaultHeaders(parts.isClosing));
  web.get('/healthz', (c) => c.text('ok'));
  web.get('/readyz', async (c) => ((await checkReady(upstream)) ? c.text('ready') : c.text('not ready', 503)));
  web.get('/healthz/caller', showCaller({ token: metricsToken, trustedProxies }));
  web.get('/metrics', serveMetrics(metrics, { token: metricsToken, trustedProxies }));
  web.use(measure(metrics));
  web.use(requestLog(log, paths));
  const realtime = upstream?.realtime;
  if (realtime) {
    web.all('/apps/*', (c) => realtime.fetch(c.req.raw));
    // Usually a proxy in front does not forward the upgrade header.
    web.all('/app/*', (c) => c.text('Upgrade Required', 426, { Upgrade: 'websocket', Connection: 'Upgrade' }));
  }
  if (clientFolder) web.use(staticFiles(clientFolder));
  web.use(compression);
  web.use(async (c, next) => {
    c.set('ip', clientAddress(c, trustedProxies));
    await next();
  });
  if (upstream) {
    web.all('/api/*', (c) => upstream.fetch(c.req.raw, { ip: c.get('ip'), requestId: c.get('requestId') }));
    const { mailbox } = upstream;
    if (mailbox) {
      const paths = ['/_mail', '/_mail/*', '/_mail.json', '/_mail.css'];
      web.on(['GET', 'HEAD'], paths, (c) =>
        isOfThisMachine(c) ? mailbox(c.req.raw) : c.text('The mailbox is open to this machine alone.', 403),
      );
    }
  }
  if (docs) {
    web.on(['GET', 'HEAD'], ['/api/docs', '/api/docs.css', '/api/openapi.json'], (c) =>
      docs.fetch(c.req.raw, { ip: c.get('ip'), requestId: c.get('requestId') }),
    );
  }
  web.all('*', async (c) => {
    const { ip, requestId, page } = c.var;
    const context: AppLoadContext = {
      upstream: upstream ?? undefined,
      ip,
      requestId,
      page,
      isData: c.req.path.endsWith('.data'),
      log: log.child({ requestId }),
      report,
    };
    const answer = await remix(judgeOrigin(c.req.raw), context);
    c.set('writtenPage', context.writtenPage);
    return answer;
  });
  web.onError((error, c) => {
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected error');
    report?.(error, c.get('requestId'));
    return c.text('Server Error', 500);
  });
  return web;
}
