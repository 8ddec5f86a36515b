import { once } from 'node:events';
import { connect } from 'node:net';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const paths = ['/login', '/register', '/notfound', '/error500', '/terms/privacy', '/routes', '/dashboard', '/lock'];

async function signedIn() {
  const visitor = new Visitor(club.url);
  await visitor.signIn(await club.member());
  return visitor;
}

describe('every page', () => {
  it.each(paths)('%s carries the security headers', async (path) => {
    const visitor = path === '/dashboard' || path === '/lock' ? await signedIn() : new Visitor(club.url);
    const { headers, body } = await visitor.get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store, no-cache');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('frame-ancestors');
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    for (const [tag] of body.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(body).not.toMatch(/\son\w+="|style="|<style/);
  });

  it('has a nonce of its own', async () => {
    const visitor = new Visitor(club.url);
    const policies = [await visitor.get('/login'), await visitor.get('/login')].map((page) =>
      page.headers.get('content-security-policy'),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('has a policy in which the CSP evaluator finds nothing high', async () => {
    const { headers } = await new Visitor(club.url).get('/login');
    const { csp } = new CspParser(headers.get('content-security-policy') ?? '');
    const findings = new CspEvaluator(csp).evaluate();
    const high = findings.filter(({ severity }) => [Severity.HIGH, Severity.HIGH_MAYBE].includes(severity));
    expect(high.map(({ directive, value, description }) => `${directive} ${value}: ${description}`)).toEqual([]);
  });

  it('answers script with the same headers', async () => {
    const { status, headers } = await (await signedIn()).get('/dashboard.data');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

it('an idle connection stays open longer than nginx keeps it, so that no form is lost', async () => {
  const { hostname, port } = new URL(club.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  // Only such a caller is told how long.
  socket.write('GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
  const [answer] = await once(socket, 'data');
  socket.destroy();
  const [, seconds] = /^Keep-Alive: timeout=(\d+)\r$/m.exec(answer) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

it('the API and the mailbox are not to be kept either', async () => {
  for (const path of ['/api/openapi.json', '/_mail.json', '/_mail']) {
    const { status, headers } = await fetch(club.url + path);
    expect(status, path).toBe(200);
    expect(headers.get('cache-control'), path).toContain('no-store');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});

it('hashed files may be kept for good, and other names are not found', async () => {
  const visitor = new Visitor(club.url);
  const { body } = await visitor.get('/login');
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? '';
  expect((await visitor.get(style)).headers.get('cache-control')).toContain('immutable');
  for (const path of [
    '/assets/none.js',
    '/.well-known/none',
    '/../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    expect((await visitor.get(path)).status, path).toBe(404);
  }
});

describe('under https', () => {
  it('cookies are Secure with the __Host- prefix, and HSTS is sent', async () => {
    const server = await startServerProcess({
      PUBLIC_URL: 'https://club.example',
      SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa',
      UPSTREAM_URL: club.url,
      HOST: '127.0.0.1',
    });
    try {
      expect(server.url).toBe('https://club.example');
      const visitor = new Visitor(server.local);
      const answer = await visitor.signIn(await club.member());
      expect([answer.status, new URL(answer.location ?? '', 'https://club.example').pathname]).toEqual([
        303,
        '/dashboard',
      ]);
      const cookies = answer.headers.getSetCookie();
      expect(cookies.find((line) => line.startsWith('__Host-session='))).toMatch(
        /; Path=\/; HttpOnly; Secure; SameSite=Lax/,
      );
      const light = await visitor.submit(await visitor.get('/terms/privacy'), '/light', { light: '1' });
      const preferences = light.headers.getSetCookie();
      expect(preferences.join()).toContain('__Host-light=');
      for (const cookie of [...cookies, ...preferences]) {
        expect(cookie).toMatch(/^__Host-.*; Path=\/;.*; Secure/);
        expect(cookie).not.toContain('Domain=');
      }
      const dashboard = await visitor.get('/dashboard');
      expect(dashboard.status).toBe(200);
      expect(dashboard.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}; includeSubDomains/);
      const { body } = await visitor.get('/login');
      expect(body).not.toContain('almende-demo');
      for (const path of ['/_mail', '/_mail.json', '/ui']) {
        const { status, location } = await visitor.get(path);
        expect([302, 404], path).toContain(status);
        expect(['/dashboard', null], path).toContain(location);
      }
      const forged = await visitor.post('/logout', {}, { Origin: server.local });
      expect(forged.status, 'only the public origin is its own').toBe(403);
    } finally {
      await server.stop();
    }
  });
});
