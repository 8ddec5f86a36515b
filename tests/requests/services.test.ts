import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { startErrorReceiver } from '../support/error-receiver';
import { answerWith, startForeignUpstream } from '../support/foreign-upstream';
import { startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

const open: { stop(): Promise<unknown> }[] = [];
const opened = <T extends { stop(): Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

describe('error reporting', () => {
  it('sends one event for an unexpected error, and nothing personal', async () => {
    const sentry = await startErrorReceiver();
    const club = opened(await startClub());
    const upstream = await startForeignUpstream(club.url);
    const web = opened(
      await startServerProcess({
        UPSTREAM_URL: upstream.url,
        SESSION_SECRET: secret,
        SENTRY_DSN: sentry.dsn,
        SENTRY_TRACES_SAMPLE_RATE: '1',
      }),
    );
    const member = await club.member({ firstname: 'Ottokar', lastname: 'Wiesengrund' });
    const visitor = new Visitor(web.url);
    await visitor.signIn(member);
    upstream.override('GET /user/header', answerWith(200, '<h1>not JSON</h1>'));
    const page = await visitor.get(`/dashboard?email=${member.email}`);
    await visitor.get('/reset-password/somebody%40example.org/a-token-that-came-by-mail');
    expect(page.status).toBe(502);
    await expect.poll(() => sentry.items('event').length).toBe(1);
    await web.stop();
    await upstream.close();

    const [event] = sentry.items('event');
    expect(event?.tags?.request_id).toBe(page.headers.get('x-request-id'));
    expect(event?.transaction).toBe('GET /dashboard');
    const [traced] = sentry.items('transaction').filter(({ transaction }) => transaction === 'GET /dashboard');
    expect(traced?.spans.map(({ description }) => description)).toContain('shell/member.layout');
    const sent = sentry.raw();
    const session = visitor.cookies.get('session') ?? '';
    for (const personal of [
      'Ottokar',
      'Wiesengrund',
      member.email,
      encodeURIComponent(member.email),
      member.password,
      'came-by-mail',
      'somebody',
      session,
      visitor.headers['X-Forwarded-For'] ?? 'none',
    ])
      expect(sent.includes(personal), personal).toBe(false);
    expect(sentry.items('event')).toHaveLength(1);
    await sentry.close();
  });
});

describe('reCAPTCHA', () => {
  it('is asked on the server, and without a token the stricter limits hold but nobody is shut out', async () => {
    const asked: URLSearchParams[] = [];
    const google = await listen(async (request, answer) => {
      const sent = new URLSearchParams((await readBytes(request)).toString());
      asked.push(sent);
      answer({ success: sent.get('response') === 'a good token', score: 0.9 });
    });
    const club = opened(
      await startClub({
        RECAPTCHA_SITE_KEY: 'site-key',
        RECAPTCHA_SECRET: 'recaptcha-secret',
        RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${google.port}/siteverify`,
      }),
    );
    const member = await club.member();
    const visitor = new Visitor(club.url);
    const page = await visitor.get('/login');
    expect(page.body).not.toContain('google.com/recaptcha/api.js');
    expect(page.headers.get('content-security-policy')).toContain('https://www.google.com/recaptcha/');
    const answer = await visitor.submit(page, 'login', { ...credentialsOf(member), recaptcha_token: 'a good token' });
    expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
    expect(asked[0]?.get('secret')).toBe('recaptcha-secret');
    expect(asked[0]?.get('response')).toBe('a good token');
    expect(asked[0]?.get('remoteip')).toBe(visitor.headers['X-Forwarded-For']);

    const unscripted = new Visitor(club.url);
    expect((await unscripted.signIn(await club.member())).status).toBe(303);
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess++) {
      statuses.push((await unscriptedGuess(club, unscripted, guess)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    google.server.close();
    const alone = new Visitor(club.url);
    const reached = await alone.submit(await alone.get('/login'), 'login', {
      ...credentialsOf(await club.member()),
      recaptcha_token: 'x',
    });
    expect(reached.status, 'a service out of reach shuts nobody out').toBe(303);
  });

  const credentialsOf = ({ email, password }: { email: string; password: string }) => ({ email, password });

  async function unscriptedGuess(club: Club, from: Visitor, number: number) {
    const visitor = new Visitor(club.url);
    visitor.headers['X-Forwarded-For'] = from.headers['X-Forwarded-For'] ?? '';
    return visitor.signIn({ email: `guess.${number}@example.org`, password: 'guess' });
  }
});

async function listen(handle: (request: IncomingMessage, answer: (json: unknown) => void) => Promise<void>) {
  const server: Server = createServer(async (request, response) => {
    let json: unknown = {};
    await handle(request, (value) => {
      json = value;
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
