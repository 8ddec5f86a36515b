import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';
const CALLS = ['POST /user/password', 'GET /user/header', 'POST /auth/logout', 'POST /auth/refresh'];

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

it('a foreign upstream may sign in at once after a registration', async () => {
  const member = await club.member();
  const login = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  });
  upstream.override('POST /auth/register', answerWith(200, await login.json()));
  const visitor = new Visitor(web.url);
  const answer = await visitor.submit(await visitor.get('/register'), 'register', {
    firstname: 'Jonas',
    lastname: 'Weiß',
    email: 'at.once@example.org',
    birthdate: '1991-02-28',
    country: 'AT',
    password: 'drei grüne Wiesen im Mai',
    password_confirmation: 'drei grüne Wiesen im Mai',
    terms: ['1', '2'],
  });
  upstream.override('POST /auth/register', null);
  expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

it('a foreign upstream that gives no token for a new password leaves the browser its own', async () => {
  const visitor = await signedIn();
  const first = await visitor.get('/settings/account/password');
  const page = await visitor.submit(first, 'password-change', { verification_intent: 'send' });
  upstream.override('POST /user/password', answerWith(200, { ended_sessions: 0 }));
  const words = { password: 'harbour pencil walrus 77', password_confirmation: 'harbour pencil walrus 77' };
  const typed = { current_password: 'not looked at here', verification_code: '123456', ...words };
  expect((await visitor.submit(page, 'password-change', typed)).location).toBe('/settings/account');
  expect((await visitor.get('/settings/account')).status).toBe(200);
});

describe('a foreign upstream whose header brings no member', () => {
  const withoutUser = ({ user: _user, ...header }: Record<string, unknown>) => header;

  it('has the member of the login on its pages', async () => {
    upstream.change('GET /user/header', withoutUser);
    const dashboard = await (await signedIn()).get('/dashboard');
    expect(dashboard.status).toBe(200);
    expect(dashboard.body).toContain('Mira');
  });

  it('has what the member changed on the next page', async () => {
    upstream.change('GET /user/header', withoutUser);
    const visitor = await signedIn();
    const dashboard = await visitor.get('/dashboard');
    const panel = t('dashboard.intro.register_intro.seedling.title');
    expect(readableText(dashboard)).toContain(panel);
    expect((await visitor.submit(dashboard, '/instructions', { id: 'register_intro' })).location).toBe('/dashboard');
    expect(readableText(await visitor.get('/dashboard'))).not.toContain(panel);
  });

  it('locks if it cannot tell either', async () => {
    const visitor = await signedIn();
    await visitor.get('/dashboard');
    upstream.change('GET /user/header', withoutUser);
    upstream.override('POST /auth/refresh', answerWith(500, {}));
    expect((await visitor.get('/dashboard')).location).toBe('/lock?return_to=%2Fdashboard');
  });
});

describe('an ended token', () => {
  it.each([
    ['as jwt-auth says it', answerWith(401, { message: 'Token has expired' })],
    ['without JSON', answerWith(401, '<h1>Unauthorized</h1>')],
  ])('%s locks the session and remembers the page', async (_, answer) => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', answer);
    expect((await visitor.get('/financial?page=2')).location).toBe(
      `/lock?return_to=${encodeURIComponent('/financial?page=2')}`,
    );
  });
});

it('a call without an answer to read takes any success', async () => {
  const visitor = await signedIn();
  const dashboard = await visitor.get('/dashboard');
  upstream.override('POST /auth/logout', answerWith(200, { message: 'Logged out.' }));
  expect((await visitor.submit(dashboard, '/logout')).location).toBe('/login');
});

it('the description of the calls is there, and says which of them come first', async () => {
  const visitor = new Visitor(web.url);
  const document = JSON.parse((await visitor.get('/api/openapi.json')).body);
  const needed = (path: string, method: string) => document.paths[path]?.[method]?.['x-needed-to'];
  expect([needed('/api/auth/login', 'post'), needed('/api/wallet', 'get')]).toEqual(['see', 'dashboard']);
  const page = await visitor.get('/api/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(page.body).toContain('/api/news/posts');
});
