import { sealForm } from './carry.server';
import { csrfToken } from './csrf.server';
import type { RequestContext } from './request-context.server';
import { isReading, problem, redirect } from './responses.server';
import { clearGhost, clearToken, lockPath, rememberPath } from './session.server';

/**
 * Returns what to throw for a request to a member's page without a valid token. A GET is remembered and redirected: to
 * Lock if the member is known, otherwise to Register (if the query has `register`) or Login. A POST of a known member
 * is answered in place with the lock form and the posted form, carried. After ghost mode nothing is remembered. Rules:
 * docs/product/session.md and docs/product/shell.md.
 */
export async function whenUnauthenticated(current: RequestContext): Promise<unknown> {
  const { session } = current;
  if (session.has('ghost')) clearGhost(session, 'ended');
  else if (!current.isGhostOver) return whenLocked(current);
  return redirect(current, '/login');
}

async function whenLocked(current: RequestContext): Promise<unknown> {
  const { session, request, url } = current;
  clearToken(session);
  const user = session.get('user');
  if (!isReading(request) && user) {
    const form = await current.form;
    return problem({
      kind: 'locked',
      carry: form ? sealForm(form.sent, url.pathname + url.search, user.id, Date.now()) : null,
      csrf: csrfToken(session),
      name: user.name,
      email: maskEmail(user.email),
      hasPassword: user.has_password,
    });
  }
  const path = isReading(request) ? url.pathname + url.search : null;
  rememberPath(session, path);
  if (user && session.get('loginMail')) return redirect(current, lockPath(path));
  return redirect(current, url.searchParams.has('register') ? '/register' : '/login');
}

/** `anna@example.org` → `a•••@example.org`. */
export function maskEmail(email: string) {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
