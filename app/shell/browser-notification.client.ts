import { recentIds } from './realtime-events';

/** Automatic end of a browser notification (specification, section 9). */
const SHOWN_MS = 8000;
/** How long a hidden tab listens whether another one is looked at. */
const LISTEN_MS = 300;
const CHANNEL = 'notifications-seen';

interface BrowserNotification {
  id: string;
  title: string;
  description: string;
}

/** False for what a tab that is looked at has shown. */
const isUnseen = recentIds();
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
if (channel) channel.onmessage = ({ data }: MessageEvent<string>) => void isUnseen(data);

/**
 * Shows it where nobody looks at any of the member's tabs and they allowed it; closes it after 8 seconds.
 * A click brings this tab to the front and opens.
 */
export function showInBackground({ id, title, description }: BrowserNotification, onOpen: () => void) {
  if (!document.hidden) return channel?.postMessage(id);
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  setTimeout(() => {
    if (!isUnseen(id)) return;
    try {
      // With the same tag of several tabs one is shown.
      const shown = new Notification(title, { body: description, tag: id });
      const timer = setTimeout(() => shown.close(), SHOWN_MS);
      shown.onclick = () => {
        clearTimeout(timer);
        shown.close();
        window.focus();
        onOpen();
      };
    } catch {
      // Chrome on Android shows them from service workers only; push does it there.
    }
  }, LISTEN_MS);
}
