import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import {
  type Answer,
  answerWith,
  type ForeignUpstream,
  goOnForever,
  hang,
  startForeignUpstream,
} from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { formOf, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';
const CALLS = [
  'POST /auth/login',
  'GET /user/header',
  'GET /news/posts',
  'GET /terms',
  'POST /auth/recover',
  'POST /auth/logout',
];
const DETAILS = 'SQLSTATE[42P01] at /srv/app/Secret.php:17';

let club: Club;
let upstream: ForeignUpstream;
let web: ServerProcess;
beforeAll(async () => {
  club = await sharedClub();
  upstream = await startForeignUpstream(club.url);
  web = await startServerProcess({
    UPSTREAM_URL: upstream.url,
    // Long enough for every answer of a slow machine, because only some tests want none.
    UPSTREAM_TIMEOUT_MS: '8000',
    SESSION_SECRET: secret,
    LOG_LEVEL: 'info',
  });
}, 120_000);
afterAll(async () => {
  await web.stop();
  await upstream.close();
});
afterEach(() => {
  for (const call of CALLS) upstream.override(call, null);
});

async function signedIn() {
  const visitor = new Visitor(web.url);
  const answer = await visitor.signIn(await club.member());
  expect(answer.location).toBe('/dashboard');
  return visitor;
}

it('a foreign upstream serves the whole way from the login to the dashboard', async () => {
  const visitor = await signedIn();
  const dashboard = await visitor.get('/dashboard');
  expect(dashboard.status).toBe(200);
  expect(dashboard.body).toContain('Mira');
});

describe('a page whose upstream', () => {
  it.each([
    ['fails', answerWith(500, { message: DETAILS, exception: DETAILS }), 500],
    ['answers HTML', answerWith(200, `<h1>${DETAILS}</h1>`), 502],
    ['breaks the contract', answerWith(200, { user: { id: 'one' }, debug: DETAILS }), 502],
    ['answers what is no JSON', answerWith(200, '{"user":'), 502],
    ['does not come to an end', goOnForever, 502],
    ['hangs', hang, 504],
  ])('%s is a page of trouble with a reference that stands in the log', async (_, answer, status) => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', answer);
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(status);
    expect(readableText(page)).toContain(t('problem.server.title'));
    expect(page.body).not.toContain('SQLSTATE');
    expect(page.body).not.toMatch(/\bat \w+.*\.js:\d+/);
    const reference = /<span class="ref">(\w+)</.exec(page.body)?.[1] ?? 'none';
    expect(reference).toBe(page.headers.get('x-request-id'));
    expect(web.log()).toContain(reference);

    upstream.override('GET /user/header', null);
    expect((await visitor.get('/dashboard')).status, 'back to normal at once').toBe(200);
  });

  it('cannot be reached is answered 502, and works again afterwards', async () => {
    const visitor = await signedIn();
    await upstream.close();
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(502);
    expect(readableText(page)).toContain(t('problem.server.title'));
    await upstream.open();
    expect((await visitor.get('/dashboard')).status).toBe(200);
  });

  it('is in maintenance is answered 503 with Retry-After', async () => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', answerWith(503, { message: DETAILS }, { 'retry-after': '120' }));
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('120');
    expect(page.body).toContain('Maintenance Mode active. Please try again later.');
    expect(page.body).not.toContain('SQLSTATE');
  });

  it('asks to wait is answered 429 with Retry-After', async () => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', answerWith(429, { message: 'Too Many Attempts.' }, { 'retry-after': '7' }));
    const page = await visitor.get('/dashboard');
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '7']);
    expect(readableText(page)).toContain(t('problem.too_many.title'));
  });

  it('does not know the token any more is the lock page', async () => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', answerWith(401, { message: 'Unauthenticated.' }));
    const page = await visitor.get('/settings/devices');
    expect(page.location).toBe('/lock?return_to=%2Fsettings%2Fdevices');
  });

  it('fails in one module loses the card of that module alone', async () => {
    const visitor = await signedIn();
    upstream.override('GET /news/posts', answerWith(500, { message: DETAILS }));
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(200);
    expect(readableText(page)).toContain(t('dashboard.failed'));
    expect(page.body).toContain('Mira');
    expect(readableText(page)).toContain(t('dashboard.team.title'));
    expect(page.body).not.toContain('SQLSTATE');
  });
});

describe('a form whose upstream', () => {
  const typed = { email: 'typed.by.hand@example.org', password: 'typed by hand' };

  it.each([
    ['fails', answerWith(500, DETAILS), 500],
    ['answers HTML', answerWith(200, DETAILS), 502],
    ['breaks the contract', answerWith(200, { token: DETAILS }), 502],
    ['hangs', hang, 504],
    ['is in maintenance', answerWith(503, {}, { 'retry-after': '60' }), 503],
  ])('%s comes back with what was typed, without the password', async (_, answer, status) => {
    upstream.override('POST /auth/login', answer);
    const page = await new Visitor(web.url).signIn(typed);
    expect(page.status).toBe(status);
    expect(formOf(page, 'login').fields).toContainEqual(['email', typed.email]);
    expect(page.body).not.toContain(typed.password);
    expect(page.body).not.toContain('SQLSTATE');
    expect(page.body).toContain(page.headers.get('x-request-id'));
  });

  it('cannot be reached comes back, too', async () => {
    const visitor = new Visitor(web.url);
    const login = await visitor.get('/login');
    await upstream.close();
    const page = await visitor.submit(login, 'login', typed);
    await upstream.open();
    expect(page.status).toBe(502);
    expect(formOf(page, 'login').fields).toContainEqual(['email', typed.email]);
  });

  it('answers in the shapes of Laravel shows the first message at its field', async () => {
    upstream.override(
      'POST /auth/login',
      answerWith(422, { message: 'The email is taken. (and 1 more error)', errors: { email: ['The email is odd.'] } }),
    );
    const page = await new Visitor(web.url).signIn(typed);
    expect(page.status).toBe(422);
    expect(page.body).toContain('The email is odd.');
    expect(page.body).not.toContain('1 more error');
    upstream.override(
      'POST /auth/login',
      answerWith(422, { message: 'no', error: 'These credentials do not match.', errors: {} }),
    );
    expect((await new Visitor(web.url).signIn(typed)).body).toContain('These credentials do not match.');
  });

  it('refuses by its status alone shows the words beside the status', async () => {
    const answer =
      (reason: string): Answer =>
      (_, response) =>
        void response.writeHead(422, reason).end();
    upstream.override('POST /auth/login', answer('Closed for the harvest'));
    expect(readableText(await new Visitor(web.url).signIn(typed))).toContain('Closed for the harvest');
    upstream.override('POST /auth/login', answer('Geschlossen wegen \xdcberflutung'));
    expect((await new Visitor(web.url).signIn(typed)).status).toBe(422);
  });

  it.each([
    ['a text', { email: 'The address is odd.' }, 'The address is odd.'],
    ['a text of no field', { credentials: 'Wrong password' }, 'Wrong password'],
    ['nothing', { credentials: null }, 'No such member.'],
    ['an empty list', { email: [] }, 'No such member.'],
  ])('answers %s in place of a list of errors shows one problem', async (_, errors, words) => {
    upstream.override('POST /auth/login', answerWith(422, { message: 'No such member.', errors }));
    const page = await new Visitor(web.url).signIn(typed);
    expect([page.status, readableText(page).includes(words)]).toEqual([422, true]);
    expect(readableText(page)).not.toMatch(/There are \d+ problems/);
    expect(formOf(page, 'login').fields).toContainEqual(['email', typed.email]);
  });
});

it('a logout works while the upstream is down', async () => {
  const visitor = await signedIn();
  const dashboard = await visitor.get('/dashboard');
  upstream.override('POST /auth/logout', answerWith(500, DETAILS));
  const answer = await visitor.submit(dashboard, '/logout');
  expect([answer.status, answer.location]).toEqual([303, '/login']);
  expect((await visitor.get('/dashboard')).location).toBe('/login');
});
