import { createCookie } from '@remix-run/node';
import { env } from './env.server';
import type { RequestContext } from './request-context.server';

/** What the specification's session keeps of the chat (section 3), in a small cookie of its own, for one member. */
export interface ChatMemory {
  lastConversationId: number | string | null;
  /** The pop-up about new messages was seen. */
  realized_new_message: boolean;
}

const NOTHING: ChatMemory = { lastConversationId: null, realized_new_message: false };

/** It goes with the browser window, and with the logout. */
function chatCookie() {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  return createCookie(secure ? '__Host-chat' : 'chat', { path: '/', sameSite: 'lax', httpOnly: true, secure });
}

/** What this browser remembers for the member. */
export async function chatMemoryOf({ request }: Pick<RequestContext, 'request'>, userId: number): Promise<ChatMemory> {
  return parse(await chatCookie().parse(request.headers.get('cookie')), userId);
}

/** Sends the cookie with the answer. */
export async function rememberChat(current: RequestContext, userId: number, memory: ChatMemory) {
  current.setCookie(await chatCookie().serialize([userId, memory.lastConversationId, memory.realized_new_message]));
}

export async function forgetChat(current: RequestContext) {
  current.setCookie(await chatCookie().serialize('', { maxAge: 0 }));
}

function parse(value: unknown, userId: number): ChatMemory {
  if (!Array.isArray(value) || value[0] !== userId) return NOTHING;
  const [, id, isRealized] = value as unknown[];
  return { lastConversationId: isConversation(id) ? id : null, realized_new_message: isRealized === true };
}

/** It becomes part of a path. */
export const isConversation = (id: unknown): id is number | string =>
  Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{1,64}$/.test(id));
