import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { contextOf } from '../platform/request/request-context.server';

export const handle = { gate: 'open', modules: ['news'] } satisfies Partial<RouteHandle>;

const ASKED = ['if-none-match', 'if-modified-since'];
const ANSWERED = ['content-type', 'etag', 'last-modified', 'cache-control'];

/** The private feed of a member. Feed readers have no session, so the secret in the address is all that counts. */
export async function loader(args: LoaderFunctionArgs) {
  const [, token] = /^([\w-]{1,64})\.xml$/.exec(args.params.feed_token ?? '') ?? [];
  if (!token || !env().modules.includes('news')) return withoutFeed(404);
  const current = await contextOf(args);
  const answer = await current.api.stream(contract.news.readNewsFeed, {
    params: { token },
    headers: { accept: 'application/atom+xml', ...only(ASKED, args.request.headers) },
  });
  if (!answer.ok) return withoutFeed(answer.failure.status);
  const { status, body, headers } = answer.response;
  return new Response(status === 304 ? null : body, { status, headers: only(ANSWERED, headers) });
}

const only = (names: string[], headers: Headers): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));

const withoutFeed = (status: number) =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store, private' } });
