import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../../upstream/http/throttle.tables';
import { type Club, newAddress, sharedClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const form = 'application/x-www-form-urlencoded';
const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);
const objectOf = (count: number) => JSON.stringify(Object.fromEntries(keys(count).map((key) => [key, 1])));

interface Answer {
  status: number;
  text: string;
}

/** Sends chunks without a length. Returns what the server answers during or after reading them. */
function streamTo(path: string, type: string, body: string, address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'x-forwarded-for': address };
    const request = httpRequest(club.url + path, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    // The server may close before it has read everything. The answer has then already arrived.
    request.on('error', (error) => setImmediate(() => reject(error)));
    for (let at = 0; at < body.length; at += 16_384) request.write(body.slice(at, at + 16_384));
    request.end();
  });
}

const countCalls = async (address: string) => {
  const key = `guest.network:${createHash('sha256').update(address).digest('base64url')}`;
  const [row] = await club.db.select().from(rateLimits).where(eq(rateLimits.key, key));
  return { key, points: row?.points ?? 0 };
};

describe('a call of a guest', () => {
  const send = async (path: string, body: BodyInit, address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${club.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const paths = [
    '/auth/login',
    '/auth/register',
    '/auth/recover',
    '/auth/reset-password',
    '/auth/unlock',
    '/auth/unlock-link',
    '/auth/two-factor-challenge',
    '/auth/token',
    '/auth/verify-email',
    '/auth/verify-email/resend',
  ];
  const attacks: [name: string, body: string, status: number][] = [
    ['80,000 unknown keys', objectOf(80_000), 413],
    ['2,000 unknown keys', objectOf(2000), 422],
    ['90 unknown keys', objectOf(90), 422],
    ['200,000 strings in a list', JSON.stringify({ terms: Array(200_000).fill('a') }), 413],
    ['5,000 strings in a list', JSON.stringify({ terms: Array(5000).fill('a') }), 422],
    ['90 strings in a list', JSON.stringify({ terms: Array(90).fill('a') }), 422],
    ['5,000 lists within each other', `{"terms":${'['.repeat(5000)}${']'.repeat(5000)}}`, 422],
    ['a long key', JSON.stringify({ ['k'.repeat(30_000)]: 1 }), 422],
    ['a long text', JSON.stringify({ email: 'x'.repeat(30_000) }), 422],
    ['a key of prototypes', '{"__proto__":{"constructor":{"prototype":{"admin":true}}}}', 422],
  ];

  it.each(attacks)('with %s is refused by every call in few words, and counted', async (_, body, status) => {
    const address = newAddress();
    for (const path of paths) {
      const answer = await send(path, body, address);
      expect(answer.status, path).toBe(status);
      expect(answer.text.length, path).toBeLessThan(4000);
    }
    expect((await countCalls(address)).points).toBe(paths.length);
  });

  it('is measured as it comes, not by what it says of its length', async () => {
    const address = newAddress();
    const answer = await streamTo('/api/auth/login', 'application/json', objectOf(8000), address);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([413, { message: 'The POST data is too large.' }]);
    expect((await countCalls(address)).points).toBe(1);
  });

  it('that is compressed is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, 32));
    const answer = await send('/auth/login', bomb, newAddress(), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  it('with a made-up token is that of a guest', async () => {
    const address = newAddress();
    const headers = { authorization: `Bearer ${'a'.repeat(64)}` };
    for (const path of ['/auth/login', '/auth/logout'])
      expect((await send(path, objectOf(5000), address, headers)).status, path).toBe(413);
    expect((await countCalls(address)).points).toBe(2);
  });

  it('is not read any more once its network has sent too many', async () => {
    const address = newAddress();
    await send('/auth/login', '{}', address);
    const { key } = await countCalls(address);
    await club.db.update(rateLimits).set({ points: 300 }).where(eq(rateLimits.key, key));
    expect((await send('/auth/login', objectOf(80_000), address)).status).toBe(429);
    expect((await send('/auth/login', 'no JSON', address)).status).toBe(429);
  });
});

describe('a form of a guest', () => {
  const paths = [
    '/login',
    '/register',
    '/recover',
    '/reset-password/anna%40example.org/some-token',
    '/unlock/some-token',
    '/auth',
    '/lock',
    '/language',
    '/display',
    '/enter-ghost-mode',
    '/cancel-withdrawal/some-token-that-is-long-enough',
    '/settings/address',
    '/financial/action/make-deposit',
  ];
  const parts = (count: number) =>
    `${keys(count)
      .map((key) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n1\r\n`)
      .join('')}--b--\r\n`;
  const multipart = 'multipart/form-data; boundary=b';
  const attacks: [name: string, type: string, body: string, status: number][] = [
    ['80,000 fields', form, keys(80_000).join('=1&'), 413],
    ['3,000 fields', form, keys(3000).join('=1&'), 400],
    ['3,000 fields without a name', form, '&'.repeat(3000), 400],
    ['a value of 40,000 characters', form, `email=${'x'.repeat(40_000)}`, 413],
    ['a path of 2,000 steps', form, `a${'[b]'.repeat(2000)}=1`, 400],
    ['a large index', form, 'terms[999999999]=1', 400],
    ['a name of prototypes', form, '__proto__[admin]=1&constructor.prototype.admin=1', 400],
    ['20,000 parts', multipart, parts(20_000), 413],
    ['400 parts', multipart, parts(400), 400],
    ['parts without an end', multipart, '--b\r\n'.repeat(150), 400],
  ];

  it.each(attacks)('with %s is refused on a page of the usual size', async (_, type, body, status) => {
    for (const path of paths) {
      const visitor = new Visitor(club.url);
      const answer = await visitor.request(path, { method: 'POST', headers: { 'content-type': type }, body });
      expect(answer.status, path).toBe(status);
      expect(answer.body.length, path).toBeLessThan(40_000);
    }
  });

  it('is measured as it comes, not by what it says of its length', async () => {
    expect((await streamTo('/login', form, keys(8000).join('=1&'), newAddress())).status).toBe(413);
  });

  it('that is compressed is refused', async () => {
    const body = gzipSync(Buffer.alloc(10_000_000, 97));
    const headers = { 'content-type': form, 'content-encoding': 'gzip' };
    const answer = await new Visitor(club.url).request('/login', { method: 'POST', headers, body });
    expect(answer.status).toBe(415);
  });

  it('that is too large says so in the language of its reader', async () => {
    const t = textsIn('de');
    const visitor = new Visitor(club.url);
    visitor.headers['Accept-Language'] = 'de';
    const answer = await visitor.post('/register', { firstname: 'ü'.repeat(20_000) });
    expect(answer.status).toBe(413);
    expect(readableText(answer)).toContain(t('problem.too_large.title'));
  });

  it('with unknown fields names them once, and keeps what was typed', async () => {
    const visitor = new Visitor(club.url);
    const page = await visitor.get('/login');
    const more = Object.fromEntries(keys(150).map((key) => [key, '1']));
    const answer = await visitor.submit(page, 'login', { email: 'anna@example.org', password: 'guess', ...more });
    expect(answer.status).toBe(422);
    expect(formOf(answer, 'login').fields).toContainEqual(['email', 'anna@example.org']);
    expect(answer.body.length).toBeLessThan(40_000);
  });
});

describe('what is typed in earnest stays within the limits', () => {
  it('an application with the longest names, sent with the switch of the language, which carries it', async () => {
    const visitor = new Visitor(club.url);
    const long = 'Ö'.repeat(80);
    const typed = { firstname: long, lastname: long, email: `${'a'.repeat(60)}@example.org`, birthdate: '1991-02-28' };
    const answer = await visitor.submit(await visitor.get('/register'), 'register', {
      ...typed,
      password: 'ü'.repeat(128),
      password_confirmation: 'ü'.repeat(128),
      language: 'de',
    });
    expect(answer.status).toBe(200);
    expect(formOf(answer, 'register').fields).toContainEqual(['lastname', long]);
  });

  it('a form of a member that is longer than a guest may send', async () => {
    const visitor = new Visitor(club.url);
    await visitor.signIn(await club.member());
    const page = await visitor.get('/ui/form');
    const message = 'Ein langer Text. '.repeat(4000);
    const answer = await visitor.request('/ui/form', {
      method: 'POST',
      headers: { 'content-type': form },
      body: new URLSearchParams({ ...Object.fromEntries(formOf(page, 'workshop').fields), message }),
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(message.trim());
  });
});
