import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { Token } from '../../upstream/contract/identity';
import { env } from './env.server';
import type { RouteHandle } from './handle';
import { MODULES, type ModuleName } from './modules';
import { postedForm } from './posted-form.server';
import { type Args, contextOf, type Header, type RequestContext } from './request-context.server';
import { isReading, problem, redirect } from './responses.server';
import { expiryOf, type MemberSession } from './session.server';
import { waitingTerms, whenTermsWait } from './terms-gate.server';
import { whenUnauthenticated } from './unauthenticated.server';

export interface Member extends RequestContext {
  member: Header;
  modules: ModuleName[];
}

/**
 * Lets only a signed-in member through, with the modules and the permission that the route names. Every loader and
 * every action of a member's page calls it, because a layout's loader does not run before an action.
 * @throws a redirect to Login or Lock, the lock page or waiting terms in place, the 403 page, or what an unknown path
 * gives.
 */
export async function requireMember(args: Args, handle: Partial<RouteHandle>): Promise<Member> {
  const current = await contextOf(args);
  if (!isReading(current.request)) await postedForm(current);
  if (!current.session.get('token')) throw await whenUnauthenticated(current);
  await refreshWhenDue(current, Date.now());
  const member = await current.header();
  rememberMember(current.session, member);
  const waiting = waitingTerms(member);
  // Of the request that was made: loaders that show a page after an action read.
  if (waiting && !isReading(args.request)) throw await whenTermsWait(current, waiting);
  const modules = modulesFor(member);
  if (handle.modules?.some((name) => !modules.includes(name))) throw await unknownPath(current);
  if (handle.permission && !member.user.permissions.includes(handle.permission)) throw problem({ kind: 'forbidden' });
  return Object.assign(current, { member, modules });
}

/** Lets only a guest through; a member goes to their home page. */
export async function requireGuest(args: Args): Promise<RequestContext> {
  const current = await contextOf(args);
  if (current.session.get('token')) throw await redirect(current, homePath(env().modules));
  return current;
}

/**
 * Unknown paths, asked for by GET as a page, go to Dashboard or Login; other methods, data requests, and what looks
 * like a file answer 404 (product/shell.md, routes and gates).
 */
export async function unknownPath(current: RequestContext): Promise<unknown> {
  const { request, url, session } = current;
  const isPage =
    isReading(request) && !/\.[a-z0-9]{1,8}$|^\/(\.well-known|assets|locales|api)(\/|$)/i.test(url.pathname);
  if (!isPage) return problem({ kind: 'not_found' });
  return redirect(current, session.get('token') ? homePath(env().modules) : '/login');
}

/** The dashboard while Wallet is on, else news, else settings. */
export function homePath(modules: ModuleName[]) {
  if (modules.includes('wallet')) return '/dashboard';
  return modules.includes('news') ? '/posts' : '/settings';
}

function modulesFor(member: Header): ModuleName[] {
  const allowed = member.modules?.map((name) => name.toLowerCase());
  return MODULES.filter((name) => env().modules.includes(name) && (allowed?.includes(name) ?? true));
}

/**
 * A navigation with less than a quarter of the token's life left refreshes it first, so that an active member is not
 * thrown out; polling in the background is no activity.
 */
async function refreshWhenDue(current: RequestContext, now: number) {
  const token = current.session.get('token');
  if (!token || current.request.headers.has('x-background') || current.session.has('ghost')) return;
  if (expiryOf(token) - now >= (token.expires_in * 1000) / 4) return;
  await refreshToken(current);
}

/** True when a new token came; on a fault of the upstream the old one goes on until its end. */
export function refreshToken(current: RequestContext): Promise<boolean> {
  current.refresh ??= current.api.attempt(contract.identity.refresh).then((answer) => {
    if (answer.ok) startSession(current, answer.data);
    return answer.ok;
  });
  return current.refresh;
}

/**
 * Name and address may have changed elsewhere; a locked session shows them, and unlocks by the address. Ghost mode may
 * be over, or only for reading by now; it keeps no address.
 */
function rememberMember(session: MemberSession, { user, ghost }: Pick<Header, 'user' | 'ghost'>) {
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
  current.session.unset('challenge');
}

type GivenToken = Pick<z.output<typeof Token>, 'access_token' | 'expires_in'>;

/** The session goes on with the token that a change gave in place of the ones before; some upstreams give none. */
export function keepToken({ session }: Pick<RequestContext, 'session'>, token: GivenToken | undefined) {
  if (!token) return;
  const { access_token, expires_in } = token;
  session.set('token', { access_token, expires_in, session_start: Date.now() });
}
