import { createCookie } from '../platform/request/cookie.server';
import { env } from '../platform/request/env.server';
import type { RequestContext } from '../platform/request/request-context.server';

/**
 * What the specification's session keeps of the chat (section 3), for one member. Each fact has its own small cookie.
 * Otherwise a slow answer to an earlier request would restore the old value of the other fact.
 */
export interface ChatMemory {
  lastConversationId: number | string | null;
  /** The member has seen the pop-up about new messages. */
  realized_new_message: boolean;
}

/** The cookies end with the browser session and on sign-out. */
function cookieNamed(name: 'chat' | 'chat-seen') {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  return createCookie(secure ? `__Host-${name}` : name, { path: '/', sameSite: 'lax', httpOnly: true, secure });
}

/** Returns what this browser remembers for the member. */
export async function chatMemoryOf({ request }: Pick<RequestContext, 'request'>, userId: number): Promise<ChatMemory> {
  const header = request.headers.get('cookie');
  const last: unknown = await cookieNamed('chat').parse(header);
  const seenBy: unknown = await cookieNamed('chat-seen').parse(header);
  const id: unknown = Array.isArray(last) && last[0] === userId ? last[1] : null;
  return { lastConversationId: isConversation(id) ? id : null, realized_new_message: seenBy === userId };
}

/** Sets the cookie with the last conversation. */
export async function rememberConversation(current: RequestContext, userId: number, id: number | string) {
  current.setCookie(await cookieNamed('chat').serialize([userId, id]));
}

/** Sets the cookie which says that the member has seen the pop-up about new messages. */
export async function rememberSeen(current: RequestContext, userId: number) {
  current.setCookie(await cookieNamed('chat-seen').serialize(userId));
}

export async function forgetChat(current: RequestContext) {
  for (const name of ['chat', 'chat-seen'] as const) {
    current.setCookie(await cookieNamed(name).serialize('', { maxAge: 0 }));
  }
}

/** Checks an id, because it becomes part of a path. */
export const isConversation = (id: unknown): id is number | string =>
  Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{1,64}$/.test(id));
