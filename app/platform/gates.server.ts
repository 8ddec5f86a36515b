import { contract } from '../../upstream/contract/contract';
import { env } from './env.server';
import type { RouteHandle } from './handle';
import { MODULES, type ModuleName } from './modules';
import { postedForm } from './posted-form.server';
import { type Args, contextOf, type Header, type RequestContext } from './request-context.server';
import { isReading, problem, redirect } from './responses.server';
import { expiryOf } from './session.server';
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
  if (!token || current.request.headers.has('x-background')) return;
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

/** Stores a login answer in the session (specification, section 4). */
export function startSession(
  { session }: Pick<RequestContext, 'session'>,
  { token, user }: { token: { access_token: string; expires_in: number }; user: Header['user'] },
) {
  session.set('token', { access_token: token.access_token, expires_in: token.expires_in, session_start: Date.now() });
  session.set('user', { id: user.id, name: user.name, email: user.email, has_password: user.has_password ?? true });
  session.set('loginMail', user.email);
  session.unset('challenge');
}
