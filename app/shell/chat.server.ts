import { type ChatMemory, chatMemoryOf, isConversation, rememberConversation } from '../platform/chat-memory.server';
import type { Member } from '../platform/gates.server';
import { isPrefetch } from '../platform/responses.server';

/** Enough to tell of them at once; a single one has its number in the top bar. */
const MOST_UNTOLD = 1;

/**
 * What this browser remembers of the member's chat. The conversation that is opened, or that upstream names as unread,
 * becomes the last one (product/shell.md, "Header"); one that is only fetched ahead does not.
 */
export async function rememberedChat(current: Member, opened?: string): Promise<ChatMemory> {
  const { user, notifications } = current.member;
  const memory = await chatMemoryOf(current, user.id);
  const seen = isConversation(opened) && !isPrefetch(current.request) ? opened : undefined;
  const latest = notifications.chat && (seen ?? notifications.chat.unread_message_conversation_id);
  if (!latest || latest === memory.lastConversationId) return memory;
  await rememberConversation(current, user.id, latest);
  return { ...memory, lastConversationId: latest };
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
