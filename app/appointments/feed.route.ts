import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { contextOf } from '../platform/request/request-context.server';

export const handle = { gate: 'open', modules: ['appointment'] } satisfies Partial<RouteHandle>;

const ASKED = ['if-none-match', 'if-modified-since'];
const ANSWERED = ['content-type', 'etag', 'last-modified', 'cache-control'];

/** The private calendar of a member. Calendar programs have no session, so the secret in the address is all that counts. */
export async function loader(args: LoaderFunctionArgs) {
  const [, token] = /^([\w-]{1,64})\.ics$/.exec(args.params.feed_token ?? '') ?? [];
  if (!token || !env().modules.includes('appointment')) return withoutCalendar(404);
  const current = await contextOf(args);
  const answer = await current.api.stream(contract.appointmentsFeed.readCalendarFeed, {
    params: { token },
    headers: { accept: 'text/calendar', ...only(ASKED, args.request.headers) },
  });
  if (!answer.ok) return withoutCalendar(answer.failure.status);
  const { status, body, headers } = answer.response;
  return new Response(status === 304 ? null : body, { status, headers: only(ANSWERED, headers) });
}

const only = (names: string[], headers: Headers): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));

const withoutCalendar = (status: number) =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store, private' } });
