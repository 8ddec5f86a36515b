import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { ChatConversation } from '../../upstream/contract/chat-conversations';
import type { ChatMessage } from '../../upstream/contract/chat-messages';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/request/env.server';
import type { Member } from '../platform/request/gates.server';
import { isPrefetch, problem } from '../platform/request/responses.server';
import { calendarDayIn } from '../ui/dates';
import { isBy } from './conversations.server';

const SHOWN = 20;

const Place = z.object({
  before: z.uuid().optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
  around: z.uuid().optional().catch(undefined),
});

/** Loads messages of a conversation: the newest, or those at a place. Loading them marks them as read. */
export async function loadMessages(current: Member, id: string) {
  if (current.member.ghost) throw problem({ kind: 'ghost' });
  const { before, after, around } = Place.parse(Object.fromEntries(current.url.searchParams));
  const place = before ? { before } : after ? { after } : around ? { around } : {};
  const [talk, page] = await Promise.all([
    current.api.call(contract.chatConversations.getConversation, { params: { id } }),
    current.api.call(contract.chatMessages.listChatMessages, { params: { id }, query: { ...place, limit: SHOWN } }),
  ]);
  await markAsRead(current, talk, page.data.at(-1));
  const days = new Set<string>();
  const { user } = current.member;
  const zone = user.timezone ?? current.preferences.timeZone;
  const [own, other] = talk.participants;
  const isNew = (one: ChatMessage) =>
    !isBy(one, user.id) && talk.unread_count > 0 && one.id > (own?.last_read_id ?? '');
  const firstNew = page.data.find(isNew)?.id ?? null;
  const lastRead = page.data.findLast((one) => isBy(one, user.id) && one.id <= (other?.last_read_id ?? ''))?.id ?? null;
  return {
    ...{ id, title: talk.title, timeZone: zone, firstNew, lastRead },
    older: page.has_older ? (page.data[0]?.id ?? null) : null,
    newer: page.has_newer ? (page.data.at(-1)?.id ?? null) : null,
    messages: page.data.map((one) => {
      const day = calendarDayIn(Date.parse(one.created_at), zone);
      const isFirstOfDay = !days.has(day);
      days.add(day);
      const { id: messageId, user: author, message, created_at, edited_at } = one;
      return {
        ...{ id: messageId, name: author.name, text: message, at: created_at, isEdited: Boolean(edited_at) },
        ...{ isOwn: isBy(one, user.id), day: isFirstOfDay ? day : null },
      };
    }),
  };
}

export type ShownMessages = Awaited<ReturnType<typeof loadMessages>>;
export type ShownMessage = ShownMessages['messages'][number];

async function markAsRead({ api, request }: Member, { id, unread_count }: ChatConversation, last?: ChatMessage) {
  if (!last || unread_count === 0 || isPrefetch(request) || request.method !== 'GET') return;
  // The messages are shown also if this fails; the next page marks them.
  await api.attempt(contract.chatConversations.markConversationAsRead, {
    params: { id },
    json: { last_message_id: last.id },
  });
}

/** Whether the frame loads itself again every half minute. Off until the member turns it on in this browser. */
export async function refreshesItself({ request, url }: Member): Promise<{ isOn: boolean; cookie: string | null }> {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  const kept = createCookie(secure ? '__Host-chat-refresh' : 'chat-refresh', {
    ...{ path: '/', sameSite: 'lax', httpOnly: true, secure },
  });
  const wanted = url.searchParams.get('refresh');
  if (wanted !== 'on' && wanted !== 'off')
    return { isOn: (await kept.parse(request.headers.get('cookie'))) === 1, cookie: null };
  const isOn = wanted === 'on';
  return { isOn, cookie: await kept.serialize(isOn ? 1 : 0) };
}
