import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { type Member, requireMember } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { loadMessages, refreshesItself } from './messages.server';
import { messagesDocument } from './messages-document.server';

export const handle = {
  title: 'titles.conversation',
  gate: 'member',
  modules: ['chat'],
  permission: 'chat.view',
  isBackground: true,
} satisfies RouteHandle;

/** Text, one style sheet and links. No script runs, no form posts, and only our own pages show it in a frame. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
const REFRESH_SECONDS = '30';

/** The messages of a conversation as a document of their own, for the frame of its page. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params.conversationId ?? '';
  const current = await contextOf(args);
  const found = await load(args, id);
  const { page, status } = found;
  const refresh = found.member ? await refreshesItself(found.member) : { isOn: false, cookie: null };
  const html = messagesDocument({
    ...{ id, page, language: current.language, scheme: current.preferences.display.scheme },
    isFramed: current.request.headers.get('sec-fetch-dest') === 'iframe',
    isRefreshing: refresh.isOn,
  });
  const isNewest = page !== null && page.newer === null && !current.url.searchParams.has('before');
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store, no-cache',
      ...(refresh.cookie && { 'Set-Cookie': refresh.cookie }),
      ...(refresh.isOn && isNewest && { Refresh: `${REFRESH_SECONDS}; url=${current.url.pathname}` }),
    },
  });
}

/** A login page or an error page in the frame would lead nowhere. The page around it has both. */
async function load(args: LoaderFunctionArgs, id: string) {
  let member: Member | null = null;
  try {
    member = await requireMember(args, handle);
    return { member, page: await loadMessages(member, id), status: 200 };
  } catch (thrown) {
    const status = statusOf(thrown);
    if (status === null) throw thrown;
    return { member, page: null, status };
  }
}

/** Null for what was not thrown as an answer. */
function statusOf(thrown: unknown): number | null {
  if (thrown instanceof Response) return thrown.status < 400 ? 401 : thrown.status;
  const init = (thrown as { type?: string; init?: { status?: number } | null } | null) ?? {};
  return init.type === 'DataWithResponseInit' ? (init.init?.status ?? 500) : null;
}
