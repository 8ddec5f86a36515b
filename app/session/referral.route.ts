import type { LoaderFunctionArgs } from '@remix-run/node';
import { homePath } from '../platform/request/home.server';
import { contextOf } from '../platform/request/request-context.server';
import { isPrefetch, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { countClick, rememberReferral } from './referral.server';

/** Query parameters that the redirect keeps. */
const KEPT = /^(utm_\w+|c)$/;

/** `r/{ref_hash}`: leads a member to the dashboard and a guest to registration (specification, section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  if (current.session.get('token')) return redirect(current, homePath());
  const hash = args.params.ref_hash ?? '';
  if ((await rememberReferral(current, hash)) === 'unknown') {
    return redirectWithFlash(current, '/register', { kind: 'warning', text: 'session:register.unknown_referral' });
  }
  // HEAD is how programs look at a link, for example to show a preview.
  if (args.request.method === 'GET' && !isPrefetch(args.request)) await countClick(current, hash);
  const kept = [...current.url.searchParams].filter(([name]) => KEPT.test(name));
  const query = new URLSearchParams(kept).toString();
  return redirect(current, `/register/${hash}${query && `?${query}`}`);
}
