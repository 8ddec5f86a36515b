import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';
const CALLS = ['POST /user/password', 'GET /user/header', 'POST /auth/logout', 'POST /auth/refresh', 'GET /wallet'];

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

describe('a foreign upstream that takes a member for another', () => {
  const other = { id: 987_654, name: 'Somebody Else', email: 'somebody.else@example.org' };
  const withOther = ({ user, ...answer }: Record<string, unknown>) => ({
    ...answer,
    user: { ...(user as object), ...other },
  });

  it('in the header locks the session, and shows nothing of the other one', async () => {
    const member = await club.member();
    const visitor = new Visitor(web.url);
    await visitor.signIn(member);
    upstream.change('GET /user/header', withOther);
    const page = await visitor.get('/settings/account');
    expect(page.location).toBe('/lock?return_to=%2Fsettings%2Faccount');
    upstream.override('GET /user/header', null);
    const lock = await visitor.get('/lock');
    expect(lock.body).not.toMatch(/Somebody|s•••/);
    expect(web.log()).toContain(`"member":${member.id},"found":${other.id}`);
    const open = await visitor.submit(lock, '/lock', { intent: 'unlock', password: member.password });
    expect(open.status).toBe(303);
    expect((await visitor.get('/settings/account')).body).toContain(member.email);
  });

  it('in a refresh locks the session, too', async () => {
    const visitor = await signedIn();
    upstream.change('GET /user/header', ({ user: _, ...header }) => header);
    upstream.change('POST /auth/refresh', withOther);
    const dashboard = await visitor.get('/dashboard');
    expect(dashboard.status).toBe(200);
    await visitor.submit(dashboard, '/instructions', { id: 'register_intro' });
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

it.each([
  ['of a query', 'No query results for model [App\\Models\\Wallet].'],
  ['of its own', 'You have no wallet yet.'],
])('a 404 with a text %s is about one member, and hides nothing from others', async (_, message) => {
  const without = await signedIn();
  upstream.override('GET /wallet', answerWith(404, { message }));
  const page = await without.get('/financial/action/make-deposit');
  expect([page.status, readableText(page).includes(t('problem.not_found.title'))]).toEqual([404, true]);
  const dashboard = await without.get('/dashboard');
  expect([dashboard.status, dashboard.body.includes('href="/financial"')]).toEqual([200, true]);
  upstream.override('GET /wallet', null);
  const login = await (await signedIn()).get('/dashboard');
  expect([login.status, login.body.includes('href="/financial"')]).toEqual([200, true]);
  expect(web.log()).not.toMatch(/"call":"GET \/wallet".*upstream does not have this call/);
});

it('a call without an answer to read takes any success', async () => {
  const visitor = await signedIn();
  const dashboard = await visitor.get('/dashboard');
  upstream.override('POST /auth/logout', answerWith(200, { message: 'Logged out.' }));
  expect((await visitor.submit(dashboard, '/logout')).location).toBe('/login');
});

it.each([
  ['', '/post/7', '/post/7/old'],
  ['收成', '/post/7/%E6%94%B6%E6%88%90', '/post/7'],
  ['//example.org?a', '/post/7/%2F%2Fexample.org%3Fa', '/post/7'],
])('a post with the vanity URL “%s” has one address, which stays', async (vanity_url, path, other) => {
  const visitor = await signedIn();
  const post = {
    ...{
      id: 7,
      vanity_url,
      title: 'Harvest',
      language: 'en',
      published_at: '2026-11-20T09:00:00Z',
      teaser: 'A teaser.',
    },
    ...{ image: null, category: 'club', translations: [], status: 'published', updated_at: '2026-11-20T09:00:00Z' },
    ...{ is_pinned: false, is_read: true, reading_minutes: 1, body_html: '<p>x</p>', previous: null, next: null },
  };
  upstream.override('GET /news/posts/7', answerWith(200, post));
  const wrong = await visitor.get(other);
  expect([wrong.status, wrong.location]).toEqual([301, path]);
  expect((await visitor.get(path)).status).toBe(200);
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
