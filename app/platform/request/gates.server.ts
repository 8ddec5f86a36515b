import type { RouteHandle } from '../page/handle';
import type { ModuleName } from '../page/modules';
import { homePath, leaveMissingHome } from './home.server';
import { refreshToken, rememberMember } from './member-session.server';
import { isModuleMissing, openModules } from './missing-calls.server';
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
  if (handle.modules?.some((name) => !modules.includes(name))) throw await whenModuleIsOff(current, handle.modules);
  if (handle.permission && !member.user.permissions.includes(handle.permission)) throw problem({ kind: 'forbidden' });
  return Object.assign(current, { member, modules });
}

const whenModuleIsOff = async (current: RequestContext, needed: ModuleName[]) =>
  needed.some(isModuleMissing)
    ? ((await leaveMissingHome(current)) ?? problem({ kind: 'unavailable' }))
    : unknownPath(current);

/** Tells whether the module of a permission, such as `wallet.view`, is on, and the member has the permission. */
export const mayUse = (
  { member, modules }: Pick<Member, 'member' | 'modules'>,
  permission: `${ModuleName}.${string}`,
) => modules.some((name) => permission.startsWith(`${name}.`)) && member.user.permissions.includes(permission);

/** Requires a guest. A member is redirected to their home page. */
export async function requireGuest(args: Args): Promise<RequestContext> {
  const current = await contextOf(args);
  if (current.session.get('token')) throw await redirect(current, homePath());
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
  return redirect(current, session.get('token') ? homePath() : '/login');
}

function modulesFor(member: Header): ModuleName[] {
  const allowed = member.modules?.map((name) => name.toLowerCase());
  return openModules().filter((name) => allowed?.includes(name) ?? true);
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
