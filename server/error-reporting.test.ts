import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { startErrorReporting } from './error-reporting';

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

/** A receiver as Sentry's: envelopes are lines of JSON, each item a header and a body. */
async function receive() {
  const envelopes: string[] = [];
  const port = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      envelopes.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
      response.end('{}');
    });
  });
  const items = (type: string) =>
    envelopes.flatMap((envelope) => {
      const lines = envelope.split('\n').filter(Boolean);
      return lines
        .filter((_, at) => at > 0 && JSON.parse(lines[at - 1] ?? '{}').type === type)
        .map((line) => JSON.parse(line));
    });
  return { dsn: `http://public@127.0.0.1:${port}/7`, raw: () => envelopes.join('\n'), items };
}

// Made while it runs: reports hold lines of the source.
const secret = randomBytes(6).toString('hex');

it('sends what failed and how long it took, and nothing that is personal or secret', async () => {
  const sentry = await receive();
  const { report, close } = await startErrorReporting({ dsn: sentry.dsn, tracesSampleRate: 1 }, '2026.1');
  const behind = await listen((_, response) => response.end());
  const port = await listen(async (_, response) => {
    await fetch(`http://127.0.0.1:${behind}/api/members?email=${secret}@example.org`);
    const cause = Object.assign(new Error(`duplicate key ${secret}`), { code: '23505' });
    report?.(new Error(`Failed query: insert into users\nparams: ${secret}`, { cause }), 'request-1');
    report?.(new Error(`No mail for ${secret}@example.org at http://club.example/unlock/${secret}?a=1`), 'request-2');
    response.writeHead(500).end();
  });
  await fetch(`http://127.0.0.1:${port}/Reset-Password/anna%40${secret}.example/${secret}?email=${secret}`, {
    headers: { 'user-agent': secret, cookie: `session=${secret}`, 'x-forwarded-for': '203.0.113.99' },
  });
  await close();

  const [transaction] = sentry.items('transaction').filter((item) => item.transaction !== 'GET /api/members');
  expect(transaction).toMatchObject({
    transaction: 'GET /reset-password/…',
    release: '2026.1',
    contexts: { trace: { op: 'http.server', data: { 'http.response.status_code': 500 } } },
  });
  expect(transaction.timestamp).toBeGreaterThan(transaction.start_timestamp);
  expect(transaction.spans.map(({ op }: { op: string }) => op)).toContain('http.client');
  const errors = sentry
    .items('event')
    .map(({ tags, exception }) => [tags.request_id, ...exception.values.map(({ value }: { value: string }) => value)]);
  expect(errors).toEqual([
    ['request-1', 'SQLSTATE 23505', 'SQLSTATE 23505'],
    ['request-2', 'No mail for … at http://club.example/unlock/…'],
  ]);
  for (const event of sentry.items('event')) expect(event.exception.values[0].stacktrace.frames).not.toEqual([]);
  const sent = sentry.raw().split('\n');
  for (const personal of [secret, '"user', '"request"'])
    expect(
      sent.filter((line) => line.includes(personal)),
      personal,
    ).toEqual([]);
});

it('is nothing at all without a DSN', async () => {
  expect((await startErrorReporting(null, '2026.1')).report).toBeUndefined();
});
