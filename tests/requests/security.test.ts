import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../upstream/database/audit.tables';
import { type Club, newAddress, startClub } from '../support/club';
import { answerWith, startForeignUpstream } from '../support/foreign-upstream';
import { startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub({ LOG_LEVEL: 'info' });
}, 120_000);
afterAll(() => club.stop());

/** Returns the status of a request whose path or method `fetch` would normalise. */
const fetchStatus = (path: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(club.url);
    const sent = send({ hostname, port, path, method }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });

const callApi = (path: string, body: string) =>
  fetch(`${club.url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': newAddress() },
    body,
  });

describe('an answer', () => {
  it.each([
    ['/login', 'text/html; charset=utf-8'],
    ['/no/such/file.png', 'text/html; charset=utf-8'],
    ['/api/docs', 'text/html; charset=utf-8'],
    ['/api/docs.css', 'text/css; charset=utf-8'],
    ['/login.data', 'text/x-script; charset=utf-8'],
    ['/healthz', 'text/plain; charset=utf-8'],
    ['/icons.svg', 'image/svg+xml; charset=utf-8'],
    ['/api/openapi.json', 'application/json'],
    ['/locales/en/common.json', 'application/json'],
  ])('of %s says that it is %s', async (path, type) => {
    const { headers } = await new Visitor(club.url).get(path);
    expect(headers.get('content-type')?.toLowerCase()).toBe(type);
  });

  it.each(['/', '/icons.svg', '/api/openapi.json', '/api/none', '/healthz', '/r/AnnaKessler.data'])(
    'of %s runs nothing, and stands in no page of another site',
    async (path) => {
      const policy = (await new Visitor(club.url).get(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toMatch(/frame-ancestors '(none|self)'/);
      expect(policy).not.toContain("script-src 'unsafe");
    },
  );

  it('is for no script of another site', async () => {
    for (const path of ['/login', '/login.data', '/api/openapi.json', '/icons.svg', '/api/none']) {
      const { headers } = await new Visitor(club.url).get(path, { Origin: 'https://evil.example' });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('a request that no browser sends', () => {
  it('with two lengths is refused', async () => {
    const { hostname, port } = new URL(club.url);
    const answer = await new Promise<string>((resolve) => {
      const chunks: string[] = [];
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
        ),
      );
      socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
      socket.on('close', () => resolve(chunks.join('')));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('TRACE is not answered with what was sent', async () => {
    expect(await fetchStatus('/login', 'TRACE')).toBe(405);
  });

  it.each([
    '/../server.js',
    '/assets/../../server.js',
    '/assets/..%2f..%2fserver.js',
    '/assets/%2e%2e/%2e%2e/server.js',
    '/assets/..%5c..%5cserver.js',
    '//etc/passwd.txt',
    '/.vite/manifest.json',
    '/assets/',
  ])('for %s finds no file and no list of files', async (path) => {
    expect(await fetchStatus(path)).toBe(404);
  });

  it('for the folder of the version control is that for any unknown page', async () => {
    const visitor = new Visitor(club.url);
    for (const path of ['/.git/config', '/.git/HEAD', '/.env']) {
      const { status, location, body } = await visitor.get(path);
      expect([status === 404 || location === '/login', body.includes('[core]')], path).toEqual([true, false]);
    }
  });
});

describe('what is typed', () => {
  const statements = ["' or '1'='1", "almende-demo' --", "'; drop table users; --", '\\', '%', '$1'];

  it.each(statements)('as %j changes no statement', async (text) => {
    const visitor = new Visitor(club.url);
    const part = encodeURIComponent(text);
    const login = await visitor.signIn({ email: 'anna@example.org', password: text });
    expect(login.status).toBe(422);
    for (const path of [`/terms/${part}`, `/r/${part}`, `/unlock/${part}`, `/verify-email/1/${part}?signature=${part}`])
      expect((await visitor.get(path)).status, path).toBeLessThan(500);
    for (const [path, body] of [
      ['/auth/token', { token: text }],
      ['/auth/login', { email: `${text}@example.org`, password: text }],
      ['/auth/verify-email', { id: 1, hash: text, expires: 4_000_000_000, signature: text }],
      ['/auth/two-factor-challenge', { challenge: text, recovery_code: text }],
    ] as const) {
      const answer = await callApi(path, JSON.stringify(body));
      expect(answer.status, path).toBeLessThan(500);
      expect(await answer.text()).not.toContain('access_token');
    }
    expect((await new Visitor(club.url).signIn(await club.member())).location).toBe('/dashboard');
  });

  it('is text wherever it is shown', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const member = await club.member({ firstname: markup, lastname: '</script><script>alert(2)</script>"\'' });
    const visitor = new Visitor(club.url);
    const dashboard = await visitor.follow(await visitor.signIn(member));
    const lock = await visitor.follow(await visitor.submit(dashboard, '/lock', { intent: 'lock' }));
    for (const { body } of [dashboard, lock, await visitor.get(`/r/${member.refHash}`)]) {
      expect(body).not.toContain('<img src=x');
      expect(body).not.toContain('<script>alert');
    }
    expect(dashboard.body).toContain('&lt;img src=x');
    expect(lock.body).toContain('&lt;img src=x');
  });

  it('as the name of a field reaches no prototype', async () => {
    const visitor = new Visitor(club.url);
    const login = await visitor.get('/login');
    const typed = { email: 'anna@example.org', password: 'almende-demo' };
    for (const name of ['__proto__', 'constructor', 'prototype', '__proto__.admin', '__proto__[admin]', 'a[b].c']) {
      const answer = await visitor.submit(login, 'login', { ...typed, [name]: '1' });
      expect([400, 422], name).toContain(answer.status);
    }
    const credentials = '"email":"anna@example.org","password":"almende-demo"';
    for (const extra of ['"__proto__":{"admin":true}', '"constructor":{"prototype":{"admin":true}}'])
      expect((await callApi('/auth/login', `{${credentials},${extra}}`)).status, extra).toBe(422);
  });
});

it('an upstream that redirects is not followed, least of all with a password', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as { port: number };
  const upstream = await startForeignUpstream(club.url);
  const web = await startServerProcess({
    UPSTREAM_URL: upstream.url,
    SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa',
  });
  try {
    const member = await club.member();
    const location = `http://127.0.0.1:${port}/`;
    upstream.override('POST /auth/login', answerWith(307, {}, { location }));
    expect((await new Visitor(web.url).signIn(member)).status).toBe(502);
    upstream.override('POST /auth/login', null);
    upstream.override('GET /user/header', answerWith(302, {}, { location }));
    const visitor = new Visitor(web.url);
    await visitor.signIn(member);
    expect((await visitor.get('/dashboard')).status).toBe(502);
    expect(asked).toEqual([]);
  } finally {
    await web.stop();
    await upstream.close();
    elsewhere.close();
  }
});

describe('the log', () => {
  it('is a line of JSON for each request, refused ones too, whatever stands in the path', async () => {
    const visitor = new Visitor(club.url);
    await visitor.signIn(await club.member({ permissions: [] }));
    const refused = await visitor.get('/financial');
    const forged = await visitor.get(`/forged%0a${encodeURIComponent('{"level":60,"msg":"forged"}')}`);
    const lines = () =>
      club.server
        .log()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line));
    const ofForged = () => lines().filter((one) => one.requestId === forged.headers.get('x-request-id'));
    await expect.poll(ofForged).toMatchObject([{ path: '/…', status: 404, msg: 'request' }]);
    expect(lines().filter(({ msg }) => msg === 'forged')).toEqual([]);
    const requestId = refused.headers.get('x-request-id');
    const line = lines().find((one) => one.requestId === requestId);
    expect(line).toMatchObject({ method: 'GET', path: '/financial', status: 403 });
    expect(Math.abs(line.time - Date.now())).toBeLessThan(60_000);
  });

  it('and the audit log name a failed sign-in by the same id', async () => {
    const { email, id } = await club.member();
    const answer = await new Visitor(club.url).signIn({ email, password: 'guess' });
    const ofMember = club.db.select().from(auditLog).where(eq(auditLog.userId, id));
    const [row] = await ofMember.orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      action: 'login.failed',
      userId: id,
      requestId: answer.headers.get('x-request-id'),
      detail: { by: 'password' },
    });
  });
});
