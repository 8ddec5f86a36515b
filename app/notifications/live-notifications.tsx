import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { tellArrival } from '../platform/browser/arrival';
import { showInBackground } from '../platform/browser/browser-notification.client';
import { countArrival } from '../platform/browser/counters';
import { recentIds } from '../platform/browser/events';
import { useLatest } from '../ui/use-latest';
import { type NotificationEvent, readNotification } from './notification-event';
import { withToast } from './toast-list';
import { Toasts } from './toasts';

/**
 * Handles notifications that arrive while a page is open. Each is counted and shown as a toast, unless the page announces
 * it, and by the browser while the page is hidden. `receive` stays the same function. Render `toasts`.
 */
export function useLiveNotifications() {
  const [toasts, setToasts] = useState<NotificationEvent[]>([]);
  const [isNew] = useState(() => recentIds());
  const navigate = useLatest(useNavigate());
  const receive = useCallback(
    (data: unknown) => {
      const notification = readNotification(data, window.location.origin);
      if (!notification || !isNew(notification.id)) return;
      const { id, path, silent } = notification;
      countArrival('notifications', id);
      const isAnnounced = path !== null && tellArrival(path);
      if (silent || isAnnounced) return;
      setToasts((toasts) => withToast(toasts, notification));
      showInBackground(notification, () => path && navigate.current(path));
    },
    [isNew, navigate],
  );
  const close = useCallback((id: string) => setToasts((toasts) => toasts.filter((toast) => toast.id !== id)), []);
  // A page says more than the toast that leads to it.
  const { pathname } = useLocation();
  useEffect(() => setToasts((toasts) => toasts.filter(({ path }) => path !== pathname)), [pathname]);
  return { receive, toasts: <Toasts toasts={toasts} onClose={close} /> };
}
