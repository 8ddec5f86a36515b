/** The member and the token in the session. Rules: specification, section 4, and docs/product/session.md. */
import type { z } from 'zod';
import { contract } from '../../../upstream/contract/contract';
import type { Token } from '../../../upstream/contract/identity';
import { env } from './env.server';
import type { Header, RequestContext } from './request-context.server';
import type { MemberSession } from './session.server';
import { whenUnauthenticated } from './unauthenticated.server';

type User = Header['user'];

/** The cookie of a session has room for a member of this size, in characters of JSON. */
const MOST_OF_A_MEMBER = 2000;

/** Returns true for a new token. After an upstream error the old token stays valid until it expires. */
export function refreshToken(current: RequestContext): Promise<boolean> {
  current.refresh ??= renewToken(current);
  return current.refresh;
}

async function renewToken(current: RequestContext): Promise<boolean> {
  const answer = await current.api.attempt(contract.identity.refresh);
  if (!answer.ok) return false;
  await refuseOther(current, answer.data.user);
  startSession(current, answer.data);
  return true;
}

/**
 * Refuses a member other than the one who signed in. A cache that ignores the token may bring one. Nobody is shown
 * another member's data.
 * @throws the answer to a 401, which locks the session
 */
export async function refuseOther(current: RequestContext, { id }: User): Promise<void> {
  const member = current.session.get('user')?.id;
  if (member === undefined || member === id) return;
  current.log?.error({ member, found: id }, 'upstream answered with another member');
  throw await whenUnauthenticated(current);
}

/**
 * Stores the member in the session. Name and e-mail address may have changed elsewhere, and the lock page shows them
 * and unlocks by the address. Ghost mode may have ended or become read-only. It stores no address for the login.
 */
export function rememberMember(session: MemberSession, { user, ghost }: Pick<Header, 'user' | 'ghost'>) {
  const { id, name, email, has_password = true } = user;
  session.set('user', { id, name, email, has_password });
  if (!ghost) {
    session.set('loginMail', email);
    return session.unset('ghost');
  }
  const { actor_name, expires_at, read_only } = ghost;
  session.set('ghost', { actor_name, expires_at, read_only });
}

/** Stores a login answer in the session (specification, section 4). */
export function startSession(
  current: Pick<RequestContext, 'session'>,
  answer: Pick<Header, 'user' | 'ghost'> & { token: GivenToken },
) {
  keepToken(current, answer.token);
  rememberMember(current.session, answer);
  if (env().upstreamUrl) keepMember(current.session, answer.user);
  current.session.unset('challenge');
}

type GivenToken = Pick<z.output<typeof Token>, 'access_token' | 'expires_in'>;

/** Stores the new token that replaces the others after a security change. Some upstreams send none. */
export function keepToken({ session }: Pick<RequestContext, 'session'>, token: GivenToken | undefined) {
  if (!token) return;
  const { access_token, expires_in } = token;
  session.set('token', { access_token, expires_in, session_start: Date.now() });
}

/** Keeps the whole member, until a header shows that it brings them itself. */
function keepMember(session: MemberSession, user: User) {
  session.unset('isMemberOld');
  if (JSON.stringify(user).length <= MOST_OF_A_MEMBER) session.set('member', user);
  else session.unset('member');
}

/**
 * Returns the member for a header that does not bring them: that of the login, or of a refresh after something was
 * written. Null if neither brings them.
 */
export async function findMemberOfLogin(current: RequestContext): Promise<User | null> {
  const { session } = current;
  if (!session.has('member') || session.has('isMemberOld')) await refreshToken(current);
  return session.get('member') ?? null;
}
