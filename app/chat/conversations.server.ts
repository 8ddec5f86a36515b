import { z } from 'zod';
import type { ChatConversation } from '../../upstream/contract/chat-conversations';
import type { ChatMessage } from '../../upstream/contract/chat-messages';
import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';
import { isOpening, redirect } from '../platform/request/responses.server';
import { calendarDayIn } from '../ui/dates';
import { CHAT, WORDS } from './chat-paths';
import { foundText } from './found-text';
import { isBy } from './shown-messages';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 10;
/** Characters of a message in the list, and of one that a search found. */
const EXCERPT = 60;
const FOUND = 240;

/** What staff may not see. In ghost mode only the list says so, and the other pages lead there. */
export async function leaveIfGhost(current: Member): Promise<void> {
  if (current.member.ghost) throw await redirect(current, CHAT);
}

export const mayChat = ({ member }: Member): boolean => !member.ghost && member.user.permissions.includes('chat.write');

/** Loads a page of the member's conversations, or of the messages that a search finds. Null in ghost mode. */
export async function loadConversations(current: Member) {
  if (current.member.ghost) return null;
  const { searchParams } = current.url;
  const q = (searchParams.get('q') ?? '').trim();
  const isSearch = q.length >= WORDS.min && q.length <= WORDS.max;
  const errors = q === '' || isSearch ? [] : [current.t('chat:list.words', WORDS)];
  const before = z.uuid().safeParse(searchParams.get('before')).data;
  // Before the list, which then has every message that no longer counts. Not at the same time: a write makes the back end
  // look up the session again.
  await markAsSeen(current);
  const found = await current.api.call(contract.chatConversations.listConversations, {
    query: { limit: SHOWN, ...(before && { before }), ...(isSearch && { q }) },
  });
  const own = current.member.user.id;
  return {
    ...{ q, errors, isSearch, isLater: before !== undefined, mayWrite: mayChat(current) },
    next: found.next_before,
    hits: isSearch ? (found.hits ?? []).map((hit) => hitOf(hit, found.data, own, q)) : null,
    conversations: isSearch ? [] : found.data.map((one) => rowOf(one, current)),
  };
}

/** The conversations beside an open one. A page shows the open one without them, too. */
const BESIDE = 6;

export async function listBeside(current: Member): Promise<ListedConversation[]> {
  if (current.member.ghost) return [];
  const query = { limit: BESIDE };
  const found = await current.api.attempt(contract.chatConversations.listConversations, { query });
  return found.ok ? found.data.data.map((one) => rowOf(one, current)) : [];
}

/** Opening the list resets the header's count (specification, section 4). A prefetch opens nothing. */
async function markAsSeen({ api, request, member }: Member) {
  const { chat } = member.notifications;
  if (!chat || chat.unread_count === 0 || !isOpening(request)) return;
  // The page shows the list also if this fails; the next one marks it.
  await api.attempt(contract.chatConversations.markChatAsSeen);
}

function rowOf(
  { id, title, kind, last_message: last, unread_count, is_closed, is_muted, created_at }: ChatConversation,
  { member: { user }, preferences }: Member,
) {
  const at = last?.created_at ?? created_at ?? null;
  const dayOf = (time: number) => calendarDayIn(time, user.timezone ?? preferences.timeZone);
  return {
    ...{ id, title, unread: unread_count, isClub: kind === 'club', isClosed: is_closed, isMuted: is_muted },
    last: last && { text: excerptOf(last.message), isOwn: isBy(last, user.id) },
    ...{ at, isToday: at !== null && dayOf(Date.parse(at)) === dayOf(Date.now()) },
  };
}

function hitOf(hit: ChatMessage, talks: ChatConversation[], own: number, q: string) {
  const { id, conversation_id, user, message, created_at } = hit;
  const talk = talks.find((one) => one.id === conversation_id);
  return {
    ...{ id, conversation: conversation_id, name: user.name, isOwn: isBy(hit, own), at: created_at },
    title: talk?.title ?? '',
    found: foundText(message ?? '', q, FOUND),
  };
}

/** Null for a message that was deleted. */
function excerptOf(text: string | null): string | null {
  if (text === null) return null;
  const line = text.replace(/\s+/g, ' ');
  const letters = [...line];
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT - 1).join('')}…` : line;
}

export type ListedConversation = ReturnType<typeof rowOf>;
export type Hit = ReturnType<typeof hitOf>;
