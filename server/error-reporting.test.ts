import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { afterEach, expect, it, vi } from 'vitest';
import { startErrorReceiver } from '../tests/support/error-receiver';
import { startErrorReporting } from './error-reporting';
import { createPathLog } from './logged-path';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const paths = createPathLog();
paths.addPages({
  reset: { id: 'reset', path: 'reset-password/:email/:token', module: { default: null } },
  unlock: { id: 'unlock', path: 'unlock/:token', module: { default: null } },
});

// Created at run time, because reports contain lines of the source.
const secret = randomBytes(6).toString('hex');

it('loads nothing and leaves loaders as they are without a DSN', async () => {
  const { report, withSpans } = await startErrorReporting(null, '2026.1', paths);
  const build = { routes: {} } as ServerBuild;
  expect(report).toBeUndefined();
  expect(withSpans(build)).toBe(build);
  const { cache } = createRequire(import.meta.url);
  expect(Object.keys(cache).filter((file) => /@sentry|@opentelemetry\/instrumentation/.test(file))).toEqual([]);
});

it('sends what failed and how long it took, and nothing that is personal or secret', async () => {
  const sentry = await startErrorReceiver();
  const { report, withSpans, close } = await startErrorReporting(
    { dsn: sentry.dsn, tracesSampleRate: 1 },
    '2026.1',
    paths,
  );
  const loader = vi.fn(async () => ({ secret }));
  const build = withSpans({ routes: { reset: { id: 'reset', module: { loader } } } } as unknown as ServerBuild);
  const behind = await listen((_, response) => response.end());
  const port = await listen(async (_, response) => {
    await fetch(`http://127.0.0.1:${behind}/api/members?email=${secret}@example.org`);
    expect(await build.routes.reset?.module.loader?.({ params: { token: secret } } as never)).toEqual({ secret });
    const cause = Object.assign(new Error(`duplicate key ${secret}`), { code: '23505' });
    report?.(new Error(`Failed query: insert into users\nparams: ${secret}`, { cause }), 'request-1');
    report?.(new Error(`No mail for ${secret}@example.org at http://club.example/unlock/${secret}?a=1`), 'request-2');
    response.writeHead(500).end();
  });
  await fetch(`http://127.0.0.1:${port}/Reset-Password/anna%40${secret}.example/${secret}?email=${secret}`, {
    headers: { 'user-agent': secret, cookie: `session=${secret}`, 'x-forwarded-for': '203.0.113.99' },
  });
  await close();
  await sentry.close();

  const [transaction] = sentry.items('transaction').filter((item) => item.transaction !== 'GET /api/…');
  expect(transaction).toMatchObject({
    transaction: 'GET /reset-password/:email/:token',
    release: '2026.1',
    contexts: { trace: { op: 'http.server', data: { 'http.response.status_code': 500 } } },
  });
  expect(transaction?.timestamp).toBeGreaterThan(transaction?.start_timestamp ?? Number.NaN);
  expect(transaction?.spans.map(({ op }) => op)).toContain('http.client');
  const [loading] = transaction?.spans.filter(({ op }) => op === 'function.remix.loader') ?? [];
  expect(loading?.description).toBe('reset');
  expect(new Set(sentry.items('event').map((event) => event.transaction))).toEqual(
    new Set(['GET /reset-password/:email/:token']),
  );
  const errors = sentry
    .items('event')
    .map(({ tags, exception }) => [tags.request_id, ...exception.values.map(({ value }) => value)])
    // Reports are sent side by side and may arrive in any order.
    .sort();
  expect(errors).toEqual([
    ['request-1', 'SQLSTATE 23505', 'SQLSTATE 23505'],
    ['request-2', 'No mail for … at http://club.example/unlock/:token'],
  ]);
  for (const event of sentry.items('event')) expect(event.exception.values[0]?.stacktrace.frames).not.toEqual([]);
  const sent = sentry.raw().split('\n');
  for (const personal of [secret, '"user', '"request"'])
    expect(
      sent.filter((line) => line.includes(personal)),
      personal,
    ).toEqual([]);
});
