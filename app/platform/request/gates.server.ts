import type { z } from 'zod';
import { contract } from '../../../upstream/contract/contract';
import type { Token } from '../../../upstream/contract/identity';
import type { RouteHandle } from '../page/handle';
import { MODULES, type ModuleName } from '../page/modules';
import { env } from './env.server';
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
 * Requires a signed-in member with the modules and the permission that the route names. Every loader and every action
 * of a member's page calls it, because a layout's loader does not run before an action.
 * @throws a redirect to Login or Lock, the lock page or waiting terms in place, the 403 page, or the answer to an
 * unknown path.
 */
export async function requireMember(args: Args, handle: Partial<RouteHandle>): Promise<Member> {
  const current = await contextOf(args);
  if (!isReading(current.request)) await postedForm(current);
  if (!current.session.get('token')) throw await whenUnauthenticated(current);
  if (!handle.isBackground) await refreshWhenDue(current, Date.now());
  const member = await current.header();
  rememberMember(current.session, member);
  const waiting = waitingTerms(member);
  // `args.request` is that of this loader or action. Loaders that run after an action get a GET request.
  if (waiting && !isReading(args.request)) throw await whenTermsWait(current, waiting);
  const modules = modulesFor(member);
  if (handle.modules?.some((name) => !modules.includes(name))) throw await unknownPath(current);
  if (handle.permission && !member.user.permissions.includes(handle.permission)) throw problem({ kind: 'forbidden' });
  return Object.assign(current, { member, modules });
}

/** Tells whether the module of a permission, such as `wallet.view`, is on, and the member has the permission. */
export const mayUse = (
  { member, modules }: Pick<Member, 'member' | 'modules'>,
  permission: `${ModuleName}.${string}`,
) => modules.some((name) => permission.startsWith(`${name}.`)) && member.user.permissions.includes(permission);

/** Requires a guest. A member is redirected to their home page. */
export async function requireGuest(args: Args): Promise<RequestContext> {
  const current = await contextOf(args);
  if (current.session.get('token')) throw await redirect(current, homePath(env().modules));
  return current;
}

/**
 * Returns what to throw for an unknown path: a redirect to Dashboard or Login for a GET of a page, a 404 for other
 * methods, data requests and paths that look like a file (docs/product/shell.md#routes-and-gates).
 */
export async function unknownPath(current: RequestContext): Promise<unknown> {
  const { request, url, session } = current;
  const isPage =
    isReading(request) && !/\.[a-z0-9]{1,8}$|^\/(\.well-known|assets|locales|api)(\/|$)/i.test(url.pathname);
  if (!isPage) return problem({ kind: 'not_found' });
  return redirect(current, session.get('token') ? homePath(env().modules) : '/login');
}

/** Returns the dashboard if Wallet is on, otherwise news, otherwise settings. */
export function homePath(modules: ModuleName[]) {
  if (modules.includes('wallet')) return '/dashboard';
  return modules.includes('news') ? '/posts' : '/settings';
}

function modulesFor(member: Header): ModuleName[] {
  const allowed = member.modules?.map((name) => name.toLowerCase());
  return MODULES.filter((name) => env().modules.includes(name) && (allowed?.includes(name) ?? true));
}

/**
 * Refreshes the token on a navigation if less than a quarter of its life is left, so that an active member stays signed
 * in. Background requests do not count as activity.
 */
async function refreshWhenDue(current: RequestContext, now: number) {
  const token = current.session.get('token');
  if (!token || current.request.headers.has('x-background') || current.session.has('ghost')) return;
  if (expiryOf(token) - now >= (token.expires_in * 1000) / 4) return;
  await refreshToken(current);
}

/** Returns true for a new token. After an upstream error the old token stays valid until it expires. */
export function refreshToken(current: RequestContext): Promise<boolean> {
  current.refresh ??= current.api.attempt(contract.identity.refresh).then((answer) => {
    if (answer.ok) startSession(current, answer.data);
    return answer.ok;
  });
  return current.refresh;
}

/**
 * Stores the member in the session. Name and e-mail address may have changed elsewhere, and the lock page shows them
 * and unlocks by the address. Ghost mode may have ended or become read-only. It stores no address for the login.
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

/** Stores the new token that replaces the others after a security change. Some upstreams send none. */
export function keepToken({ session }: Pick<RequestContext, 'session'>, token: GivenToken | undefined) {
  if (!token) return;
  const { access_token, expires_in } = token;
  session.set('token', { access_token, expires_in, session_start: Date.now() });
}
