import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tellArrival } from '../platform/arrival';
import { showInBackground } from './browser-notification.client';
import { countArrival, countersNow, refetchCounters, tellCounters } from './counters';
import type { RealtimeProps } from './realtime';
import { connectRealtime } from './realtime.client';
import { type NotificationEvent, readMessage, readNotification, recentIds } from './realtime-events';
import { EMBEDDED } from './realtime-settings';
import { withToast } from './toast-list';
import { Toasts } from './toasts';

/**
 * What is live in the member's page: counters, toasts, browser notifications, and word of a new version. Every tab has
 * a connection of its own, and what all of them hear counts once, by its id (counters.ts). Events are hints: after every
 * gap the server is asked (product/shell.md, Realtime).
 */
export function RealtimeIsland({ userId, settings }: RealtimeProps) {
  const { t } = useTranslation();
  const [toasts, setToasts] = useState<NotificationEvent[]>([]);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The connection outlives pages and languages.
  const latest = useRef({ t, pathname, navigate });
  latest.current = { t, pathname, navigate };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings are the same on every page
  useEffect(() => {
    const isNew = recentIds();
    return connectRealtime({
      userId,
      settings: { ...EMBEDDED, ...settings },
      onNotification(data) {
        const notification = readNotification(data, window.location.origin);
        if (!notification || !isNew(notification.id)) return;
        countArrival('notifications', notification.id);
        if (notification.path) tellArrival(notification.path);
        if (notification.silent) return;
        setToasts((toasts) => withToast(toasts, notification));
        showInBackground(notification, () => notification.path && latest.current.navigate(notification.path));
      },
      onMessage(data) {
        const message = readMessage(data);
        if (!message || !isNew(message.id)) return;
        if (isReading(latest.current.pathname, message.conversation)) return;
        countArrival('chat', message.id);
        if (message.conversation !== null && countersNow()?.chat)
          tellCounters({ chat: { conversation: message.conversation } });
        const path = message.conversation === null ? '/chat' : `/chat/${message.conversation}`;
        // What was written is nothing for a screen that others may see.
        const title = latest.current.t('shell.chat', { count: 1 });
        showInBackground({ id: message.id, title, description: '' }, () => latest.current.navigate(path));
      },
      onClientUpdated(data) {
        const { version } = (data ?? {}) as { version?: string };
        window.dispatchEvent(new CustomEvent('almende:client-updated', { detail: { version } }));
      },
      onGap: () => void refetchCounters(),
    });
  }, [userId]);

  const close = (id: string) => setToasts((toasts) => toasts.filter((toast) => toast.id !== id));
  return <Toasts toasts={toasts} onClose={close} />;
}

/** On the conversations screen nothing counts as unread, and in a conversation its own messages do not. */
function isReading(pathname: string, conversation: string | number | null) {
  if (pathname === '/chat') return true;
  return pathname.startsWith('/chat/') && (conversation === null || pathname === `/chat/${conversation}`);
}
