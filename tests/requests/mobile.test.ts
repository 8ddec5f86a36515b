import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushTokens } from '../../upstream/push/push.tables';
import { type Club, startClub } from '../support/club';
import { answerWith, startForeignUpstream } from '../support/foreign-upstream';
import { startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const SESSION_SECRET = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

let club: Club;
beforeAll(async () => {
  club = await startClub({ PRODUCT_NAME: 'Wiese' });
}, 120_000);
afterAll(() => club.stop());

const guest = () => new Visitor(club.url);

async function signedIn() {
  const member = await club.member();
  const visitor = guest();
  await visitor.signIn(member);
  return { visitor, member };
}

describe('the manifest', () => {
  it.each(['en', 'de'])('in %s names the product, and icons of the size that they have', async (language) => {
    const visitor = guest();
    visitor.headers['Accept-Language'] = language;
    const page = await visitor.get('/login');
    const path = /<link rel="manifest" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const answer = await guest().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const manifest = JSON.parse(answer.body);
    expect(manifest).toMatchObject({ name: 'Wiese', short_name: 'Wiese', lang: language, start_url: '/', scope: '/' });
    expect(manifest.icons.map(({ purpose = 'any', sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ]);
    for (const { src, sizes } of manifest.icons) expect(await sizeOfPng(src)).toBe(sizes);
  });

  it('is there in two languages', async () => {
    expect((await guest().get('/manifest/fr')).status).toBe(404);
  });

  it('has an icon beside it that phones look for by its name', async () => {
    expect(await sizeOfPng('/apple-touch-icon.png')).toBe('180x180');
  });

  /** Returns width and height, which are in the first chunk of a PNG. */
  async function sizeOfPng(path: string) {
    const answer = await fetch(club.url + path);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toMatch(/max-age=\d+/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(40_000);
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  }
});

describe('the colour around a page', () => {
  it('is that of the scheme, and of the one that was chosen', async () => {
    const visitor = guest();
    const colors = ({ body }: { body: string }) =>
      [...body.matchAll(/<meta name="theme-color" content="([^"]+)" media="\(prefers-color-scheme:(\w+)\)">/g)].map(
        ([, color, scheme]) => [scheme, color],
      );
    const page = await visitor.get('/terms/privacy');
    expect(colors(page)).toEqual([
      ['light', '#f6f1e6'],
      ['dark', '#14160f'],
    ]);
    await visitor.post('/display', { name: 'scheme', value: 'dark' }, { Origin: club.url });
    expect(colors(await visitor.get('/terms/privacy'))).toEqual([
      ['light', '#14160f'],
      ['dark', '#14160f'],
    ]);
  });
});

describe('the offline page', () => {
  it.each(['en', 'de'] as const)('says in %s what is the matter, the same to everybody', async (language) => {
    const t = textsIn(language);
    const path = `/offline?language=${language}`;
    const answer = await guest().get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`<html lang="${language}">`);
    expect(answer.body).toContain('Wiese');
    expect(readableText(answer)).toContain(t('offline.title'));
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { visitor, member } = await signedIn();
    const shown = await visitor.get(path);
    expect(shown.body).toBe(answer.body);
    expect(shown.headers.getSetCookie()).toEqual([]);
    expect(shown.body).not.toContain(member.name);
  });

  it('runs nothing and posts nothing', async () => {
    const { headers, body } = await guest().get('/offline?language=en');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|connect-src/);
    expect(body).not.toMatch(/<script|<form|style="/);
  });
});

describe('the service worker', () => {
  it('is script that may not be kept, for the whole app, and fetches from its own origin alone', async () => {
    const { status, headers, body } = await guest().get('/service-worker?language=de');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('service-worker-allowed')).toBe('/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(headers.getSetCookie()).toEqual([]);
    expect(body).toContain('const PAGE = "/offline?language=de";');
  });

  it('names files that are there, and a cache of its language', async () => {
    const { body } = await guest().get('/service-worker?language=en');
    const files = JSON.parse(/const FILES = (.*);/.exec(body)?.[1] ?? '[]');
    expect(files.length).toBe(3);
    for (const file of files) expect((await guest().get(file)).status, file).toBe(200);
    const cache = (text: string) => /const CACHE = "(.*)";/.exec(text)?.[1];
    const german = (await guest().get('/service-worker?language=de')).body;
    expect(cache(body)).toMatch(/^offline en /);
    expect(cache(german)).toMatch(/^offline de /);
    expect(cache((await guest().get('/service-worker?language=fr')).body)).toBe(cache(body));
  });

  it('may be registered, and its manifest read, by the policy of every page', async () => {
    const policy = (await guest().get('/login')).headers.get('content-security-policy');
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
  });

  it('goes where it is switched off', async () => {
    const web = await startServerProcess({ UPSTREAM_URL: club.url, SESSION_SECRET, SERVICE_WORKER: '0' });
    try {
      const { body, headers } = await new Visitor(web.url).get('/service-worker?language=en');
      expect(body).toContain('registration.unregister()');
      expect(body).not.toContain("'fetch'");
      expect(headers.get('cache-control')).toBe('no-cache');
    } finally {
      await web.stop();
    }
  });
});

describe('the push token of a phone', () => {
  const token = `c9bT:APA91b${'Q_x-'.repeat(30)}`;
  const post = (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    visitor.post('/fcm/register', fields, { Origin: club.url, ...headers });
  const owners = async () =>
    (await club.db.select({ id: pushTokens.userId }).from(pushTokens).where(eq(pushTokens.token, token))).map(
      ({ id }) => id,
    );

  it('is registered for who is signed in, and forgotten when they log out', async () => {
    const { visitor, member } = await signedIn();
    expect((await post(visitor, { token })).status).toBe(204);
    expect((await post(visitor, { token })).status).toBe(204);
    expect(await owners()).toEqual([member.id]);
    const next = await signedIn();
    expect((await post(next.visitor, { token })).status).toBe(204);
    expect(await owners()).toEqual([next.member.id]);
    await next.visitor.submit(await next.visitor.get('/dashboard'), '/logout');
    expect(await owners()).toEqual([]);
  });

  it('is refused of guests, of other sites, and when it is none', async () => {
    const { visitor } = await signedIn();
    expect((await post(guest(), { token })).status).toBe(303);
    expect((await post(visitor, { token }, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor.post('/fcm/register', { token })).status).toBe(400);
    for (const wrong of ['', 'short', `${token} `, 'x'.repeat(1025)]) {
      expect((await post(visitor, { token: wrong })).status, wrong.slice(0, 20)).toBe(400);
    }
    expect((await post(visitor, { token, user_id: '1' })).status).toBe(400);
    expect((await visitor.get('/fcm/register')).location).toBe('/dashboard');
    expect(await owners()).toEqual([]);
    expect(club.server.log()).not.toContain(token);
  });

  it('is taken by a foreign upstream that answers with 200 and nothing', async () => {
    const upstream = await startForeignUpstream(club.url);
    const web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET });
    try {
      const visitor = new Visitor(web.url);
      await visitor.signIn(await club.member());
      const register = () => visitor.post('/fcm/register', { token }, { Origin: web.url });
      upstream.override('POST /fcm/register', answerWith(200, ''));
      expect((await register()).status).toBe(204);
      upstream.override('POST /fcm/register', answerWith(429, { message: 'Too Many Attempts.' }));
      expect((await register()).status).toBe(429);
    } finally {
      await web.stop();
      await upstream.close();
    }
  });
});
