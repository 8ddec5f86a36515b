import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { useLiveNotifications } from '../notifications/live-notifications';
import { STATE, tellArrival } from '../platform/browser/arrival';
import { showInBackground } from '../platform/browser/browser-notification.client';
import {
  type CounterChange,
  countArrival,
  countersNow,
  refetchCounters,
  tellCounters,
} from '../platform/browser/counters';
import { recentIds } from '../platform/browser/events';
import { EMBEDDED } from '../platform/browser/realtime-settings';
import { useTranslation } from '../platform/i18n/use-translation';
import { useLatest } from '../ui/use-latest';
import { readChatChange, readMessage } from './message-event';
import { readStory } from './news-event';
import type { RealtimeProps } from './realtime';
import { connectRealtime } from './realtime.client';
import { readTicketEvent } from './ticket-event';

/**
 * Handles the live parts of a member's page: counters, toasts, browser notifications, and the notice of a new version.
 * Every tab has its own connection, and an event that all tabs receive counts once, by its id (counters.ts). Events are
 * hints: after every gap the page asks the server (docs/product/shell.md#realtime).
 */
export function RealtimeIsland({ userId, settings }: RealtimeProps) {
  const { t } = useTranslation();
  const { receive, toasts } = useLiveNotifications();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The connection outlives pages and languages.
  const latest = useLatest({ t, pathname, navigate, settings });

  const { formAction } = useNavigation();
  // A question that arrives after the session has ended would be refused, which is an error in the console.
  const isLeaving = formAction === '/logout' || formAction === '/lock';

  useEffect(() => {
    if (isLeaving) return;
    const isNew = recentIds();
    return connectRealtime({
      userId,
      settings: { ...EMBEDDED, ...latest.current.settings },
      onNotification: receive,
      onMessage(data) {
        const message = readMessage(data);
        if (!message || !isNew(message.id)) return;
        tellArrival(message.conversation === null ? '/chat' : `/chat/${message.conversation}`);
        if (isReading(latest.current.pathname, message.conversation)) return;
        countArrival('chat', message.id);
        const { counts } = readChatChange(data);
        if (counts) tellChat(counts);
        else if (message.conversation !== null) tellChat({ conversation: message.conversation });
        const path = message.conversation === null ? '/chat' : `/chat/${message.conversation}`;
        // The text of the message is left out, because others may see the screen.
        const title = latest.current.t('shell.chat', { count: 1 });
        showInBackground({ id: message.id, title, description: '' }, () => latest.current.navigate(path));
      },
      onChatUpdated(data) {
        const { conversation, counts } = readChatChange(data);
        if (counts) tellChat(counts);
        if (conversation !== null) tellArrival(`/chat/${conversation}${STATE}`);
      },
      onTicketReplied: (data) => hearOfTicket(data, ''),
      onTicketUpdated: (data) => hearOfTicket(data, STATE),
      onClientUpdated(data) {
        const { version } = (data ?? {}) as { version?: string };
        window.dispatchEvent(new CustomEvent('almende:client-updated', { detail: { version } }));
      },
      onNewsPublished(data) {
        const story = readStory(data);
        if (story) countArrival('news', story);
      },
      onGap: () => void refetchCounters(),
    });
  }, [userId, receive, latest, isLeaving]);

  return toasts;
}

/** A member without the chat has no block of it. */
function tellChat(change: CounterChange['chat']) {
  if (countersNow()?.chat) tellCounters({ chat: change });
}

/** Counts the unread replies, and tells the open pages of the ticket. */
function hearOfTicket(data: unknown, below: string) {
  const ticket = readTicketEvent(data);
  if (!ticket) return;
  tellCounters({ ticket: ticket.unread });
  tellArrival(`/support/ticket/${ticket.id}${below}`);
}

/** Whether the page shows this conversation. On the list of conversations no message counts as unread. */
function isReading(pathname: string, conversation: string | number | null) {
  if (pathname === '/chat') return true;
  return pathname.startsWith('/chat/') && (conversation === null || pathname === `/chat/${conversation}`);
}
