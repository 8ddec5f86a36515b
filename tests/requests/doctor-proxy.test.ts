import { createServer as createHttpServer, request as forward, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../server/config';
import { checkProxy } from '../../server/doctor/proxy-check';
import { type Club, startClub } from '../support/club';
import { examine, linesOf } from '../support/doctor';
import { type Answer, answerWith, startForeignUpstream } from '../support/foreign-upstream';
import { onFreePort } from '../support/free-port';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

type Headers = IncomingHttpHeaders;

describe('npm run doctor, behind which a club runs', () => {
  const token = 'kJ8sL2mQ9xT4vB7n';
  let club: Club;
  beforeAll(async () => {
    club = await startClub({ METRICS_TOKEN: token, TRUST_PROXY: '1' });
  }, 120_000);
  afterAll(() => club.stop());

  it('asks a foreign back end', async () => {
    const upstream = await startForeignUpstream(club.url);
    const ask = async (answer: Answer | null, url = upstream.url) => {
      upstream.override('GET /user/header', answer);
      return linesOf(await examine({ UPSTREAM_URL: url }), 'back end');
    };
    expect(await ask(null)).toEqual([expect.stringMatching(/^fine: .*\/api\/user\/header answers/)]);
    expect(await ask(answerWith(404, {}))).toEqual([expect.stringMatching(/^wrong: .* is not there \(404\)/)]);
    expect(await ask(answerWith(500, {}))).toEqual([expect.stringMatching(/^wrong: .* answers 500/)]);
    const late: Answer = (_, response) =>
      response.writeHead(401, { Date: new Date(Date.now() - 3_600_000).toUTCString() }).end();
    expect(await ask(late)).toEqual([expect.stringMatching(/^wrong: The clock of the back end differs .* 3\d{3} s/)]);
    await upstream.close();
    expect(await ask(null)).toEqual([expect.stringMatching(/^wrong: .*ECONNREFUSED/)]);
  });

  /** A proxy on the way to the club that changes the headers of requests. Null passes on no sockets. */
  async function proxy(change: (headers: Headers) => Headers, sockets = true): Promise<string> {
    const { port } = new URL(club.url);
    const server = createHttpServer((request, response) => {
      const headers = change(request.headers);
      request.pipe(
        forward({ host: 'localhost', port, path: request.url, method: request.method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    if (sockets)
      server.on('upgrade', (request, socket) => {
        const headers = change(request.headers);
        const onward = forward({ host: 'localhost', port, path: request.url, headers });
        onward.on('upgrade', (answer, other) => {
          const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
          socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
          other
            .on('error', () => {})
            .pipe(socket.on('error', () => {}))
            .pipe(other);
        });
        onward.end();
      });
    return `http://localhost:${await listen(server)}`;
  }

  const replaces = (headers: Headers) => ({ ...headers, 'x-forwarded-for': '192.0.2.7' });

  const check = async (publicUrl: string, metricsToken: string | null = token, trustedProxies = 1) => {
    const web = { production: true, publicUrl, upstreamUrl: null, pusher: null, endpointKey: 'almende' };
    const found = await checkProxy({ web, metricsToken, trustedProxies } as unknown as ServerConfig);
    return found.map(({ verdict, what }) => `${verdict}: ${what}`);
  };

  it('sees whether the proxy passes on the addresses of members', async () => {
    const good = await proxy(replaces);
    expect(await check(good)).toEqual([`fine: ${good} passes on addresses, names and sockets.`]);
    const careless = await proxy((headers) => headers);
    expect(await check(careless)).toEqual([expect.stringMatching(/^wrong: .* address that the caller invented/)]);
    const appends = await proxy(({ 'x-forwarded-for': claimed, ...headers }) => ({
      ...headers,
      'x-forwarded-for': `${claimed ?? ''}, 192.0.2.7`,
    }));
    expect(await check(appends)).toEqual([`fine: ${appends} passes on addresses, names and sockets.`]);
    const silent = await proxy(({ 'x-forwarded-for': _, ...headers }) => headers);
    expect(await check(silent)).toEqual(['wrong: TRUST_PROXY is 1, but 0 addresses arrive.']);
    const renames = await proxy((headers) => ({ ...replaces(headers), host: 'localhost:1' }));
    expect(await check(renames)).toEqual(['risky: The proxy changes the host to localhost:1.']);
  });

  it('sees whether the proxy passes on sockets, and whether the club runs with these settings', async () => {
    const deaf = await proxy(replaces, false);
    expect(await check(deaf)).toEqual([expect.stringMatching(/^risky: The proxy does not pass on sockets/)]);
    expect(await check(club.url, 'another-token-of-metrics')).toEqual([
      `wrong: ${club.url} runs with another METRICS_TOKEN.`,
    ]);
    expect(await check(club.url, null)).toEqual([expect.stringMatching(/^risky: Whether .* was not checked/)]);
    expect(await onFreePort((port) => check(`http://localhost:${port}`))).toEqual([
      expect.stringMatching(/^wrong: .*ECONNREFUSED/),
    ]);
  });
});
