import type { ChatConversation } from '../../upstream/contract/chat-conversations';
import { contract } from '../../upstream/contract/contract';
import { type IntroductionId, isClosed } from '../platform/page/introductions';
import type { MemberData } from '../platform/page/member-data';
import type { Member } from '../platform/request/gates.server';
import { isPrefetch } from '../platform/request/responses.server';
import { type ChatMemory, chatMemoryOf, isConversation, rememberConversation } from './chat-memory.server';

/** The most unread messages without a pop-up. A single one is only counted in the top bar. */
const MOST_WITHOUT_POPUP = 1;

/**
 * Returns what this browser remembers of the member's chat. The opened conversation, or the one that upstream names as
 * unread, becomes the last one (docs/product/shell.md#header). A prefetched one does not, nor one that is not found.
 */
export async function rememberedChat(current: Member, opened?: string): Promise<ChatMemory> {
  const { user, notifications } = current.member;
  const memory = await chatMemoryOf(current, user.id);
  if (!notifications.chat) return memory;
  const seen = await findOpened(current, opened, memory);
  const latest = seen ?? notifications.chat.unread_message_conversation_id;
  if (!latest || latest === memory.lastConversationId) return memory;
  await rememberConversation(current, user.id, latest);
  return { ...memory, lastConversationId: latest };
}

async function findOpened(current: Member, opened: string | undefined, { lastConversationId: last }: ChatMemory) {
  if (!isConversation(opened) || isPrefetch(current.request)) return null;
  if (opened === last) return opened;
  const isThere = await callConversation(current, opened).then(
    () => true,
    () => false,
  );
  return isThere ? opened : null;
}

const called = new WeakMap<object, { id: string; talk: Promise<ChatConversation> }>();

/** Calls for the conversation of the page, once for the page and its frame. */
export function callConversation(current: Pick<Member, 'api'>, id: string): Promise<ChatConversation> {
  const before = called.get(current);
  if (before?.id === id) return before.talk;
  const talk = current.api.call(contract.chatConversations.getConversation, { params: { id } });
  called.set(current, { id, talk });
  return talk;
}

/**
 * Returns the pop-up about new messages, or null. It needs more than one message, the club's introductions closed, and no
 * earlier view (specification, section 4).
 */
export function newMessagesOf(
  { member, modules }: Pick<Member, 'member' | 'modules'>,
  { lastConversationId, realized_new_message }: ChatMemory,
  introductions: readonly IntroductionId[],
): MemberData['newMessages'] {
  const { chat } = member.notifications;
  const isIntroduced = introductions.every((id) => isClosed(id, member.user));
  const isDue = isIntroduced && !realized_new_message && modules.includes('chat');
  if (!chat || chat.unread_count <= MOST_WITHOUT_POPUP || !isDue) return null;
  const path = lastConversationId === null ? '/chat' : `/chat/${encodeURIComponent(lastConversationId)}`;
  return { count: chat.unread_count, path };
}
