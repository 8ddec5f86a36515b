import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { formOf, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub({ LOG_LEVEL: 'info' });
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');

describe('a form of another site', () => {
  const forms = ['/login', '/register', '/recover', '/display', '/logout', '/light', '/login.data'];

  it.each(forms)('posted to %s is refused with the 403 page', async (path) => {
    const visitor = new Visitor(club.url);
    const { fields } = formOf(await visitor.get('/login'), 'login');
    for (const origin of ['https://evil.example', 'null', 'not an origin']) {
      const answer = await visitor.post(path, fields, { Origin: origin });
      expect(answer.status, origin).toBe(403);
      if (path.endsWith('.data')) expect(answer.body).toContain('forged');
      else expect(readableText(answer)).toContain(t('problem.forged.title'));
    }
  });

  it('leaves no trace as an error', () => {
    expect(club.server.log()).not.toContain('unexpected error');
  });
});

it('forms work behind a proxy that rewrites Host and says nothing of it', async () => {
  const web = await startServerProcess({
    PUBLIC_URL: 'https://club.example',
    SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa',
    UPSTREAM_URL: club.url,
    HOST: '127.0.0.1',
  });
  try {
    const visitor = new Visitor(web.local);
    const { fields } = formOf(await visitor.get('/login'), 'login');
    const { email, password } = await club.member();
    const typed = fields.map(([name, value]): [string, string] => [name, { email, password }[name] ?? value]);
    const answer = await visitor.post('/login', typed, { Origin: 'https://club.example' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard']);
    const dashboard = await visitor.get('/dashboard');
    expect(dashboard.headers.get('strict-transport-security')).toContain('includeSubDomains');
    for (const path of ['/', '/healthz', '/assets/none.js']) {
      const { headers } = await visitor.get(path);
      expect(headers.get('strict-transport-security'), path).toBe(dashboard.headers.get('strict-transport-security'));
    }
  } finally {
    await web.stop();
  }
});

describe('every answer', () => {
  it.each([
    ['a redirect', '/', 302],
    ['a redirect to the login', '/dashboard', 302],
    ['an unknown file', '/none.js', 404],
    ['an unknown call', '/api/none', 404],
    ['the state of the server', '/healthz', 200],
    ['the readiness', '/readyz', 200],
    ['a redirect for script', '/r/AnnaKessler.data', 202],
  ])('%s is kept by nobody and read as what it says', async (_, path, status) => {
    const answer = await new Visitor(club.url).get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('of a file keeps its own age', async () => {
    const { headers } = await new Visitor(club.url).get('/favicon.svg');
    expect(headers.get('cache-control')).toMatch(/max-age=\d+/);
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

it('the log holds no token and no address of a path, and takes refusals for what they are', async () => {
  const visitor = new Visitor(club.url);
  await visitor.get('/Reset-Password/somebody%40example.org/token-by-mail');
  await visitor.get('/UNLOCK/token-by-mail');
  await visitor.request('/r/token-by-mail', { method: 'PUT', body: 'x' });
  await visitor.get('/members/somebody@example.org');
  await expect.poll(() => club.server.log()).toContain('"/…"');
  const log = club.server.log();
  for (const secret of ['somebody', 'token-by-mail']) expect(log).not.toContain(secret);
  expect(log).not.toContain('unexpected error');
});

it('a browser of several members is known to each of them', async () => {
  const [first, second] = [await club.member(), await club.member()];
  const visitor = new Visitor(club.url);
  for (const member of [first, second]) {
    await visitor.submit(await visitor.follow(await visitor.signIn(member)), '/logout');
  }
  const guesser = new Visitor(club.url);
  visitor.headers['X-Forwarded-For'] = guesser.headers['X-Forwarded-For'] ?? '';
  for (const member of [first, second]) {
    for (let guess = 0; guess < 6; guess++) await guesser.signIn({ ...member, password: 'guess' });
    expect((await guesser.signIn(member)).status).toBe(429);
    const answer = await visitor.signIn(member);
    expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
    await visitor.submit(await visitor.follow(answer), '/logout');
  }
  expect(visitor.cookies.get('device')?.length).toBeLessThan(1024);
});
