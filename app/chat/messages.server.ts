import { z } from 'zod';
import type { ChatConversation } from '../../upstream/contract/chat-conversations';
import type { ChatMessage } from '../../upstream/contract/chat-messages';
import { contract } from '../../upstream/contract/contract';
import { createCookie } from '../platform/request/cookie.server';
import { env } from '../platform/request/env.server';
import type { Member } from '../platform/request/gates.server';
import { isOpening, problem } from '../platform/request/responses.server';
import { isBy, shownMessages } from './shown-messages';

const SHOWN = 20;
/** Messages before the one that the address names. The frame begins with them, because without script nothing scrolls. */
const BEFORE_PLACE = 1;

const PlaceSchema = z.object({
  before: z.uuid().optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
  around: z.uuid().optional().catch(undefined),
});

type Place = z.infer<typeof PlaceSchema>;

/** Loads messages of a conversation: the newest, or those at a place. Loading them marks them as read. */
export async function loadMessages(current: Member, id: string) {
  const { talk, page: read, place } = await readMessages(current, id, SHOWN);
  const page = fromPlace(read, place.around);
  await markAsRead(current, talk, page.data.at(-1));
  const { user } = current.member;
  const timeZone = user.timezone ?? current.preferences.timeZone;
  const [own, other] = talk.participants;
  const isNew = (one: ChatMessage) =>
    !isBy(one, user.id) && talk.unread_count > 0 && one.id > (own?.last_read_id ?? '');
  // At a place in the middle, the first new message may stand before all that is shown.
  const firstNew = place.around ? null : (page.data.find(isNew)?.id ?? null);
  return {
    ...{ id, title: talk.title, timeZone, unread: talk.unread_count, place: place.around ?? null },
    older: page.has_older ? (page.data[0]?.id ?? null) : null,
    newer: page.has_newer ? (page.data.at(-1)?.id ?? null) : null,
    messages: shownMessages(page.data, { own: user.id, timeZone, firstNew, otherRead: other?.last_read_id ?? null }),
  };
}

/** Reads the conversation, and messages of it at the place of the address. It marks nothing. @throws the 403 page */
export async function readMessages({ api, member, url }: Member, id: string, limit: number) {
  if (member.ghost) throw problem({ kind: 'ghost' });
  const { before, after, around } = PlaceSchema.parse(Object.fromEntries(url.searchParams));
  const place: Place = before ? { before } : after ? { after } : around ? { around } : {};
  const [talk, page] = await Promise.all([
    api.call(contract.chatConversations.getConversation, { params: { id } }),
    api.call(contract.chatMessages.listChatMessages, { params: { id }, query: { ...place, limit } }),
  ]);
  return { talk, page, place };
}

function fromPlace<Page extends { data: ChatMessage[]; has_older: boolean }>(page: Page, around?: string): Page {
  const start = page.data.findIndex(({ id }) => id === around) - BEFORE_PLACE;
  return start > 0 ? { ...page, data: page.data.slice(start), has_older: true } : page;
}

export type ShownMessages = Awaited<ReturnType<typeof loadMessages>>;

async function markAsRead({ api, request }: Member, { id, unread_count }: ChatConversation, last?: ChatMessage) {
  if (!last || unread_count === 0 || !isOpening(request)) return;
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
