import { createCookie } from '@remix-run/node';
import { env } from './env.server';
import type { RequestContext } from './request-context.server';

/**
 * What the specification's session keeps of the chat (section 3), for one member. Each fact has a small cookie of its
 * own: a slower answer to a request from before would take the other one back with it.
 */
export interface ChatMemory {
  lastConversationId: number | string | null;
  /** The pop-up about new messages was seen. */
  realized_new_message: boolean;
}

/** They go with the browser window, and with the logout. */
function cookieNamed(name: 'chat' | 'chat-seen') {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  return createCookie(secure ? `__Host-${name}` : name, { path: '/', sameSite: 'lax', httpOnly: true, secure });
}

/** What this browser remembers for the member. */
export async function chatMemoryOf({ request }: Pick<RequestContext, 'request'>, userId: number): Promise<ChatMemory> {
  const header = request.headers.get('cookie');
  const last: unknown = await cookieNamed('chat').parse(header);
  const seenBy: unknown = await cookieNamed('chat-seen').parse(header);
  const id: unknown = Array.isArray(last) && last[0] === userId ? last[1] : null;
  return { lastConversationId: isConversation(id) ? id : null, realized_new_message: seenBy === userId };
}

/** Sends the cookie with the answer. */
export async function rememberConversation(current: RequestContext, userId: number, id: number | string) {
  current.setCookie(await cookieNamed('chat').serialize([userId, id]));
}

/** Sends the cookie with the answer: the pop-up about new messages was seen. */
export async function rememberSeen(current: RequestContext, userId: number) {
  current.setCookie(await cookieNamed('chat-seen').serialize(userId));
}

export async function forgetChat(current: RequestContext) {
  for (const name of ['chat', 'chat-seen'] as const) {
    current.setCookie(await cookieNamed(name).serialize('', { maxAge: 0 }));
  }
}

/** It becomes part of a path. */
export const isConversation = (id: unknown): id is number | string =>
  Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{1,64}$/.test(id));
