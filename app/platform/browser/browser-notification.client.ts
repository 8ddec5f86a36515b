import { recentIds } from './events';

/** Time until a browser notification closes (specification, section 9). */
const SHOWN_MS = 8000;
/** How long a hidden tab waits for word from a visible tab. */
const LISTEN_MS = 300;
const CHANNEL = 'notifications-seen';

interface BrowserNotification {
  id: string;
  title: string;
  description: string;
}

/** False for ids that a visible tab has shown. */
const isUnseen = recentIds();
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
if (channel) channel.onmessage = ({ data }: MessageEvent<string>) => void isUnseen(data);

/**
 * Shows a browser notification if the member has allowed it and all their tabs are hidden. It closes after 8 seconds.
 * A click brings this tab to the front and calls `onOpen`.
 */
export function showInBackground({ id, title, description }: BrowserNotification, onOpen: () => void) {
  if (!document.hidden) return channel?.postMessage(id);
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  setTimeout(() => {
    if (!isUnseen(id)) return;
    try {
      // The browser shows only one of several notifications with the same tag.
      const shown = new Notification(title, { body: description, tag: id });
      const timer = setTimeout(() => shown.close(), SHOWN_MS);
      shown.onclick = () => {
        clearTimeout(timer);
        shown.close();
        window.focus();
        onOpen();
      };
    } catch {
      // Chrome on Android allows this only in service workers. There, push shows the notification.
    }
  }, LISTEN_MS);
}
