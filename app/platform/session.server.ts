import { type Cookie, createCookie, createCookieSessionStorage, type Session } from '@remix-run/node';
import { env } from './env.server';
import type { Language } from './modules';
import { createSealer } from './sealing.server';

export interface SessionToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  /** Milliseconds since 1970, set when the token came. */
  session_start: number;
}

export interface Flash {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** Key in `common`. */
  text: string;
  values?: Record<string, string>;
}

/** The specification's session state, section 3; where it lives: docs/decisions/0004. */
export interface SessionData {
  token: SessionToken;
  /** The few fields that the lock page and the language need; rights come from upstream with each request. */
  user: { id: number; name: string; email: string; has_password: boolean };
  loginMail: string;
  referral: { hash: string; name: string };
  language: Language;
  redirectAfterLogin: string;
  /** The second factor of a sign-in under way. */
  challenge: { challenge: string; methods: string[]; email: string };
  csrf: string;
  flash: Flash;
  /** Staff look at the area of `user`. */
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
  // Wraps Remix's cookie so that createCookieSessionStorage keeps its semantics: an own createSessionStorage
  // loses every second commit.
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

/** The caller's session; an empty one for a missing, foreign or tampered cookie. */
export const openSession = (request: Request): Promise<MemberSession> =>
  storage().getSession(request.headers.get('cookie'));

export const sealSession = (session: MemberSession) => storage().commitSession(session);

/** When the token ends, in milliseconds since 1970. */
export const expiryOf = (token: SessionToken) => token.session_start + token.expires_in * 1000;

/**
 * Remembers where to go after login: only paths of this origin, and never the lock or login page
 * (specification, section 2, navigation rules).
 */
export function rememberPath(session: MemberSession, path: string) {
  const safe = safePath(path);
  if (safe === null || safe.length > MAX_PATH || /^\/(lock|login)(\/|\?|$)/.test(safe)) return;
  session.set('redirectAfterLogin', safe);
}

/** A path with query of this origin, or null: `//host`, `/\host`, schemes and control characters are refused. */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const url = URL.canParse(path, 'http://self') ? new URL(path, 'http://self') : null;
  if (url?.origin !== 'http://self' || /^\/[/\\]/.test(path) || /\p{Cc}/u.test(path)) return null;
  return url.pathname.startsWith('//') ? null : url.pathname + url.search;
}

/** What a form for guests may show: while a member is locked out of this browser, their address stays masked. */
export const knownEmail = (session: MemberSession) => (session.has('user') ? '' : (session.get('loginMail') ?? ''));

/** Locks: the token goes, the member stays known (specification, section 4). */
export function clearToken(session: MemberSession) {
  session.unset('token');
}

/** Forgets the member: login state, token, user, e-mail, and what was remembered for them. */
export function clearMember(session: MemberSession) {
  for (const name of ['token', 'user', 'loginMail', 'redirectAfterLogin', 'challenge', 'csrf', 'ghost'] as const)
    session.unset(name);
}

const GHOST_OVER = {
  left: 'shell.ghost.left',
  ended: 'shell.ghost.ended',
  expired: 'shell.ghost.expired',
};

/**
 * Ghost mode is over: nothing of the member stays in the staff's browser, as it would on the lock page. The next page
 * says why.
 */
export function clearGhost(session: MemberSession, why: keyof typeof GHOST_OVER) {
  clearMember(session);
  session.set('flash', { kind: 'info', text: GHOST_OVER[why] });
}

function lazy<T>(make: () => T) {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
