import { type ChatMemory, chatMemoryOf, rememberChat } from '../platform/chat-memory.server';
import type { Member } from '../platform/gates.server';

/** Enough to tell of them at once; a single one has its number in the top bar. */
const MOST_UNTOLD = 1;

/**
 * What this browser remembers of the member's chat. The conversation that upstream names as unread becomes the last one
 * (product/shell.md, "Header").
 */
export async function rememberedChat(current: Member): Promise<ChatMemory> {
  const { user, notifications } = current.member;
  const memory = await chatMemoryOf(current, user.id);
  const unread = notifications.chat?.unread_message_conversation_id ?? null;
  if (unread === null || unread === memory.lastConversationId) return memory;
  const latest = { ...memory, lastConversationId: unread };
  await rememberChat(current, user.id, latest);
  return latest;
}

/**
 * The pop-up about new messages: only for more than one, once both introductions are closed, and until it was seen
 * (specification, section 4).
 */
export function newMessagesOf(
  { member, modules }: Pick<Member, 'member' | 'modules'>,
  { lastConversationId, realized_new_message }: ChatMemory,
): { count: number; path: string } | null {
  const { chat } = member.notifications;
  const { register_intro_closed, android_app_closed } = member.user.instruction_state;
  const isDue = register_intro_closed && android_app_closed && !realized_new_message && modules.includes('chat');
  if (!chat || chat.unread_count <= MOST_UNTOLD || !isDue) return null;
  const path = lastConversationId === null ? '/chat' : `/chat/${encodeURIComponent(lastConversationId)}`;
  return { count: chat.unread_count, path };
}
