import { type Cookie, createCookieSessionStorage, type Session } from '@remix-run/node';
import type { z } from 'zod';
import type { User } from '../../../upstream/contract/member';
import type { Language } from '../page/modules';
import { createCookie } from './cookie.server';
import { env } from './env.server';
import { lazy } from './lazy';
import { createSealer } from './sealing.server';

export interface SessionToken {
  access_token: string;
  /** In seconds. */
  expires_in: number;
  /** Milliseconds since 1970, set when the token was received. */
  session_start: number;
}

export interface Flash {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** Key in `common`. */
  text: string;
  values?: Record<string, string>;
}

/** The session state of the specification, section 3. Its storage: docs/decisions/0004. */
export interface SessionData {
  token: SessionToken;
  /** Only the fields for the lock page and carried forms. Permissions come from upstream with each request. */
  user: { id: number; name: string; email: string; has_password: boolean };
  /** The whole member of the login, for a foreign back end whose header does not bring them. */
  member: z.output<typeof User>;
  /** Set after something was written that may have changed `member`. */
  isMemberOld: boolean;
  loginMail: string;
  /** The link that led here. */
  referral: { hash: string; name: string; campaign?: string | undefined };
  language: Language;
  redirectAfterLogin: string;
  /** The second factor of a sign-in that is not complete. */
  challenge: { challenge: string; methods: string[]; email: string };
  csrf: string;
  flash: Flash;
  /** Set in ghost mode. `user` is then the member whose area staff see. */
  ghost: { actor_name: string; expires_at: string; read_only: boolean };
}

export type MemberSession = Session<SessionData>;

const THIRTY_DAYS = 30 * 24 * 3600;
const MAX_PATH = 1000;

const storage = lazy(() => {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  const sealer = createSealer(env().sessionSecrets, 'session v1');
  const plain = createCookie(secure ? '__Host-session' : 'session', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: THIRTY_DAYS,
  });
  // Wraps Remix's cookie, so that createCookieSessionStorage works as usual. Our own createSessionStorage would lose
  // every second commit.
  const sealed: Cookie = {
    ...plain,
    isSigned: true,
    async parse(header, options) {
      const value: unknown = await plain.parse(header, options);
      const text = typeof value === 'string' ? sealer.open(value) : null;
      return text === null ? null : JSON.parse(text);
    },
    serialize: (value, options) => plain.serialize(value === '' ? '' : sealer.seal(JSON.stringify(value)), options),
  };
  return createCookieSessionStorage<SessionData>({ cookie: sealed });
});

/** Returns the caller's session; an empty one for a missing, foreign or tampered cookie. */
export const openSession = (request: Request): Promise<MemberSession> =>
  storage().getSession(request.headers.get('cookie'));

export const sealSession = (session: MemberSession) => storage().commitSession(session);

/** Returns the end of the token, in milliseconds since 1970. */
export const expiryOf = (token: SessionToken) => token.session_start + token.expires_in * 1000;

/**
 * Returns how long the token is still good, in milliseconds. They are rounded down to whole seconds, so that the
 * loaders of a page mostly send one value, which the page then holds once.
 */
export const timeLeftOf = (token: SessionToken) => Math.floor((expiryOf(token) - Date.now()) / 1000) * 1000;

/**
 * Remembers the path to open after login. It ignores paths of other origins and the lock and login pages
 * (specification, section 2, navigation rules).
 */
export function rememberPath(session: MemberSession, path: unknown) {
  const goal = wayBackTo(path);
  if (goal !== null) session.set('redirectAfterLogin', goal);
}

/** Returns the path if a login or an unlock may lead to it, otherwise null. */
export function wayBackTo(path: unknown): string | null {
  const safe = safePath(path);
  return safe === null || safe.length > MAX_PATH || /^\/(lock|login)(\/|\?|$)/.test(safe) ? null : safe;
}

/** Returns the address of the lock page. It names the page to return to, because each tab of a browser has its own. */
export function lockPath(path: unknown): string {
  const goal = wayBackTo(path);
  return goal === null ? '/lock' : `/lock?${new URLSearchParams({ return_to: goal })}`;
}

/** Returns a path with query of this origin; null for `//host`, `/\host`, schemes and control characters. */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const url = URL.canParse(path, 'http://self') ? new URL(path, 'http://self') : null;
  if (url?.origin !== 'http://self' || /^\/[/\\]/.test(path) || /\p{Cc}/u.test(path)) return null;
  return url.pathname.startsWith('//') ? null : url.pathname + url.search;
}

/** Returns the e-mail address that a form for guests may show: none while the session is locked, to keep it masked. */
export const knownEmail = (session: MemberSession) => (session.has('user') ? '' : (session.get('loginMail') ?? ''));

/** Locks the session: removes the token and keeps the member known (specification, section 4). */
export function clearToken(session: MemberSession) {
  session.unset('token');
  session.unset('member');
}

/** Forgets the member: login state, token, user, e-mail address, and the remembered path. */
export function clearMember(session: MemberSession) {
  for (const name of [
    'token',
    'user',
    'member',
    'isMemberOld',
    'loginMail',
    'redirectAfterLogin',
    'challenge',
    'csrf',
    'ghost',
  ] as const)
    session.unset(name);
}

const GHOST_OVER = {
  left: 'shell.ghost.left',
  ended: 'shell.ghost.ended',
  expired: 'shell.ghost.expired',
};

/**
 * Ends ghost mode. No data of the member stays in the browser of the staff, unlike on the lock page. The next page
 * tells why it ended.
 */
export function clearGhost(session: MemberSession, why: keyof typeof GHOST_OVER) {
  clearMember(session);
  session.set('flash', { kind: 'info', text: GHOST_OVER[why] });
}
