import type { LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../platform/env.server';
import { homePath } from '../platform/gates.server';
import { contextOf } from '../platform/request-context.server';
import { isPrefetch, redirect, redirectWithFlash } from '../platform/responses.server';
import { countClick, rememberReferral } from './referral.server';

/** Query keys that stay with the guest. */
const KEPT = /^(utm_\w+|c)$/;

/** `r/{ref_hash}`: a member goes to the dashboard, a guest to registration (specification, section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  if (current.session.get('token')) return redirect(current, homePath(env().modules));
  const hash = args.params.ref_hash ?? '';
  if ((await rememberReferral(current, hash)) === 'unknown') {
    return redirectWithFlash(current, '/register', { kind: 'warning', text: 'session:register.unknown_referral' });
  }
  if (!isPrefetch(args.request)) await countClick(current, hash);
  const kept = [...current.url.searchParams].filter(([name]) => KEPT.test(name));
  const query = new URLSearchParams(kept).toString();
  return redirect(current, `/register/${hash}${query && `?${query}`}`);
}
