/** What an open page shows of a conversation: by events, and after each gap by asking. For tests. */
import { type BroadcastEvent, channelOfConversation } from '../broadcasting/broadcaster';
import type { ChatMessage } from '../contract/chat-messages';
import { realtimeNames } from '../contract/realtime';
import type { Club } from '../identity/identity.testing';
import { listMessages } from './list-messages';

export interface View {
  isOnline: boolean;
  /** In the order of the ids. */
  shown: { id: string; user: number | string; message: string | null }[];
}

/** A page that is open from the beginning. */
export const aView = (): View => ({ isOnline: true, shown: [] });

/** Takes in what the channel of the conversation tells, if the page hears it. */
export function hear(view: View, events: readonly BroadcastEvent[], talk: string): void {
  if (!view.isOnline) return;
  const { chatMessage, chatMessageUpdated } = realtimeNames.events;
  for (const { channels, event, data } of events) {
    if (channels[0] !== channelOfConversation(talk)) continue;
    if (event === chatMessage || event === chatMessageUpdated) put(view, (data as { message: ChatMessage }).message);
  }
}

function put(view: View, { id, user, message }: ChatMessage): void {
  view.shown = [...view.shown.filter((one) => one.id !== id), { id, user: user.id, message }].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}

const beginning = '00000000-0000-7000-8000-000000000000';

/** Asks for everything again, page by page. */
export async function refresh(club: Club, view: View, userId: number, talk: string, limit: number): Promise<void> {
  view.shown = [];
  let after = beginning;
  for (let hasNewer = true; hasNewer; ) {
    const page = await listMessages(club.db, userId, talk, { after, limit }, 'en');
    for (const message of page.data) put(view, message);
    after = page.data.at(-1)?.id ?? after;
    hasNewer = page.has_newer;
  }
}
