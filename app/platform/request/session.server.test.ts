import { createSession } from '@remix-run/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lockPath, type MemberSession, openSession, rememberPath, safePath, sealSession } from './session.server';

const request = (cookie?: string) => new Request('http://localhost/', { headers: cookie ? { cookie } : {} });
const pairOf = (setCookie: string) => setCookie.split(';')[0] as string;

describe('safePath', () => {
  it.each(['/', '/dashboard', '/financial?page=2&q=a%20b', '/register/abc#part'])('follows %s', (path) => {
    expect(safePath(path)).toBe(path.replace(/#.*/, ''));
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'dashboard',
    '/a\nb',
    '/\t/evil',
    '/.//evil.example',
    null,
    7,
  ])('refuses %s', (path) => {
    expect(safePath(path)).toBeNull();
  });

  it('never leads to another origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (path) => {
          const safe = safePath(path);
          return safe === null || new URL(safe, 'https://club.example').origin === 'https://club.example';
        },
      ),
    );
  });
});

describe('rememberPath', () => {
  it.each([
    ['/financial/order/OR-1?x=1', '/financial/order/OR-1?x=1'],
    ['/lock', undefined],
    ['/login?register', undefined],
    ['/locksmith', '/locksmith'],
    [`/a?${'b'.repeat(2000)}`, undefined],
  ])('%s', (path, remembered) => {
    const session = createSession() as MemberSession;
    rememberPath(session, path);
    expect(session.get('redirectAfterLogin')).toBe(remembered);
  });
});

describe('lockPath', () => {
  it.each([
    ['/financial/order/OR-1?x=1', '/lock?return_to=%2Ffinancial%2Forder%2FOR-1%3Fx%3D1'],
    ['//evil.example', '/lock'],
    ['/lock?return_to=%2F', '/lock'],
    [null, '/lock'],
  ])('%s', (path, address) => expect(lockPath(path)).toBe(address));
});

describe('the sealed cookie', () => {
  it('keeps the session, and shows nothing of it', async () => {
    const session = await openSession(request());
    session.set('loginMail', 'anna@example.org');
    const cookie = await sealSession(session);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(Buffer.from(decodeURIComponent(pairOf(cookie).split('=')[1] as string), 'base64').toString()).not.toContain(
      'anna',
    );
    expect((await openSession(request(pairOf(cookie)))).get('loginMail')).toBe('anna@example.org');
  });

  it('is an empty session when it was tampered with', async () => {
    const session = await openSession(request());
    session.set('loginMail', 'anna@example.org');
    const cookie = pairOf(await sealSession(session));
    expect((await openSession(request(`${cookie.slice(0, -9)}AAAAAAAAA`))).data).toEqual({});
    expect((await openSession(request('session=nonsense'))).data).toEqual({});
  });

  it('stays below 3.5 KB with everything in it', async () => {
    const session = await openSession(request());
    session.set('token', { access_token: 'x'.repeat(900), expires_in: 3600, session_start: 1 });
    session.set('user', { id: 1, name: 'ü'.repeat(161), email: `${'e'.repeat(240)}@example.org`, has_password: true });
    session.set('loginMail', `${'e'.repeat(240)}@example.org`);
    session.set('redirectAfterLogin', `/${'p'.repeat(999)}`);
    session.set('csrf', 'c'.repeat(24));
    session.set('referral', { hash: 'h'.repeat(16), name: `${'n'.repeat(80)} K.`, campaign: 'c'.repeat(30) });
    expect((await sealSession(session)).length).toBeLessThan(3500);
  });
});
