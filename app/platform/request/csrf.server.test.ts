import { createSession } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { csrfToken, findForgery } from './csrf.server';
import type { MemberSession } from './session.server';

const post = (headers: Record<string, string>) => new Request('http://localhost:3000/x', { method: 'POST', headers });
const newSession = () => createSession() as MemberSession;

describe('findForgery', () => {
  it.each([
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, null],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }, null],
    [{ 'sec-fetch-site': 'same-origin' }, null],
    [{ 'sec-fetch-site': 'none' }, null],
    [{ origin: 'https://evil.example', host: 'localhost:3000' }, 'foreign_origin'],
    [{ origin: 'null', host: 'localhost:3000' }, 'foreign_origin'],
    [{ origin: 'http://localhost:3000.evil.example', host: 'localhost:3000' }, 'foreign_origin'],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, 'foreign_origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign_origin'],
    [{}, 'missing_token'],
  ] as const)('%j → %s', (headers, forgery) => {
    expect(findForgery(post({ ...headers }), newSession(), null)).toBe(forgery);
  });

  it('takes a token of this session from a browser that sends neither header', () => {
    const session = newSession();
    expect(findForgery(post({}), session, csrfToken(session))).toBeNull();
    expect(findForgery(post({}), session, csrfToken(newSession()))).toBe('missing_token');
    expect(findForgery(post({}), session, 'short')).toBe('missing_token');
  });

  it('masks the token anew for each page', () => {
    const session = newSession();
    expect(csrfToken(session)).not.toBe(csrfToken(session));
  });
});
