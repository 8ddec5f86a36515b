import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub, startClub } from '../support/club';
import { formOf, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function signedIn(state?: Parameters<Club['member']>[0]) {
  const visitor = new Visitor(club.url);
  await visitor.signIn(await club.member(state));
  return visitor;
}

describe('an unknown path', () => {
  it('is answered 404 unless it is a page asked for by GET', async () => {
    const visitor = new Visitor(club.url);
    const post = await visitor.post('/no/such/page', { csrf: 'none' });
    expect(post.status).toBe(404);
    for (const path of ['/no/such/file.png', '/.well-known/security.txt', '/wp-login.php', '/assets/x']) {
      expect((await visitor.get(path)).status, path).toBe(404);
    }
    const put = await visitor.request('/no/such/page', { method: 'PUT' });
    expect(put.status).toBe(404);
    expect((await visitor.get('/no/such/page')).location).toBe('/login');
  });

  it('is also what is only posted to', async () => {
    const visitor = new Visitor(club.url);
    for (const path of ['/logout', '/language', '/light', '/stay-signed-in', '/referral/remove']) {
      expect((await visitor.get(path)).location, path).toBe('/login');
    }
  });
});

describe('gates', () => {
  it('a page without the permission is answered 403 and gone from the menu', async () => {
    const visitor = await signedIn({ permissions: ['news.view'] });
    const answer = await visitor.get('/financial');
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('Not allowed');
    const dashboard = await visitor.get('/dashboard');
    expect(dashboard.body).toContain('href="/posts"');
    expect(dashboard.body).not.toContain('href="/financial"');
  });

  it('a module that is off does not exist', async () => {
    const small = await startClub({ MODULES: 'common,news' });
    try {
      const visitor = new Visitor(small.url);
      const answer = await visitor.signIn(await small.member());
      expect(answer.location).toBe('/posts');
      expect((await visitor.get('/growing')).location).toBe('/posts');
      expect((await visitor.get('/dashboard')).location).toBe('/posts');
      const posts = await visitor.get('/posts');
      expect(posts.status).toBe(200);
      expect(posts.body).not.toContain('href="/growing"');
      expect(posts.body).not.toContain('href="/financial"');
    } finally {
      await small.stop();
    }
  });

  it('a form of a member is for nobody else', async () => {
    const visitor = new Visitor(club.url);
    const { fields } = formOf(await visitor.get('/login'), 'login');
    const csrf = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    const answer = await visitor.post('/instructions', { csrf, id: 'register_intro' });
    expect([302, 303]).toContain(answer.status);
    expect(answer.location).toBe('/login');
  });
});

describe('a page with several states', () => {
  const named = ({ body }: { body: string }) =>
    [/<title>(.*) - Almende Farm<\/title>/, /<h1>(.*?)<\/h1>/].map((pattern) => pattern.exec(body)?.[1]);

  it.each([
    '/email-verification/sent',
    '/email-verification/already',
    '/email-reversal/success',
    '/email-reversal/overtaken',
    '/cancel-withdrawal/no-such-token',
    '/enter-ghost-mode',
    '/enter-ghost-mode?token=no-such-token',
  ])('has its heading as its title: %s', async (path) => {
    const [title, heading] = named(await new Visitor(club.url).get(path));
    expect(title).toBeTruthy();
    expect(title).toBe(heading);
  });

  it('has its heading as its title: the lock page before and after', async () => {
    const visitor = await signedIn();
    const open = await visitor.get('/lock');
    const locked = await visitor.follow(await visitor.submit(open, 'lock', { intent: 'lock' }));
    const [before, after] = [named(open), named(locked)];
    expect(before).toEqual(['Lock the members area', 'Lock the members area']);
    expect(after).toEqual(['Locked', 'Locked']);
  });
});

describe('the language', () => {
  const findLanguage = async (visitor: Visitor) => /<html lang="(\w+)"/.exec((await visitor.get('/login')).body)?.[1];

  it.each([
    ['de-AT,en;q=0.5', 'de'],
    ['en-GB,de', 'en'],
    ['ch', 'de'],
    ['ch-CH,fr', 'de'],
    ['fr-FR,de;q=0.8', 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['\u00fc;;q=,', 'en'],
  ])('of a browser that accepts %j is %s', async (accepted, language) => {
    const visitor = new Visitor(club.url);
    visitor.headers['Accept-Language'] = Buffer.from(accepted, 'utf8')
      .toString('latin1')
      .replace(/[^\x20-\x7e]/g, '?');
    expect(await findLanguage(visitor)).toBe(language);
  });

  it('that was chosen counts more than the browser, and that of the member more than both', async () => {
    const visitor = new Visitor(club.url);
    visitor.headers['Accept-Language'] = 'de';
    const page = await visitor.get('/login');
    const { fields } = formOf(page, '/language');
    const csrf = fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    const answer = await visitor.post('/language', { csrf, language: 'en', return_to: '/login?x=1' });
    expect([answer.status, answer.location]).toEqual([303, '/login?x=1']);
    expect(await findLanguage(visitor)).toBe('en');
    visitor.cookies.delete('session');
    expect(await findLanguage(visitor), 'by the cookie').toBe('en');
    await visitor.signIn(await club.member({ language: 'de' }));
    expect((await visitor.get('/dashboard')).body).toContain('<html lang="de"');
  });

  it('of the API is that of the request', async () => {
    const login = (language: string) =>
      fetch(`${club.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language, 'x-forwarded-for': '10.9.9.9' },
        body: JSON.stringify({ email: 'nobody@example.org', password: 'wrong one' }),
      }).then((response) => response.json() as Promise<{ message: string }>);
    const [en, de] = [await login('en'), await login('de')];
    expect(en.message).not.toBe(de.message);
  });
});

describe('prefetches and answers to HEAD', () => {
  it('the health checks answer', async () => {
    const visitor = new Visitor(club.url);
    expect((await visitor.get('/healthz')).status).toBe(200);
    expect((await visitor.get('/readyz')).status).toBe(200);
  });

  it('HEAD is GET without a body', async () => {
    const answer = await new Visitor(club.url).request('/login', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('');
  });
});
