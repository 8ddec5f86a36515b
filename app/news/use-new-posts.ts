import { useEffect, useState } from 'react';
import { useOnArrival } from '../platform/browser/arrival';
import { countersNow, tellCounters, useUnreadNews } from '../platform/browser/counters';

/**
 * Returns how many posts have appeared since the list was loaded. It follows the counter of the sidebar, also after a
 * lost connection. What is read meanwhile in another tab lowers the counter, so only its rises count.
 */
export function useNewPosts(loaded: { unreadNews: number }): number {
  const { unreadNews } = loaded;
  const unread = useUnreadNews(unreadNews);
  const [{ rises }, setSeen] = useState({ least: unreadNews, rises: 0 });
  useEffect(() => {
    // The frame does not load again when script opens the list.
    tellCounters({ news: { unread: loaded.unreadNews } });
    setSeen({ least: loaded.unreadNews, rises: 0 });
  }, [loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks whenever the counter changes
  useEffect(() => {
    const now = countersNow()?.news?.unread;
    if (now === undefined) return;
    setSeen((before) => {
      const least = Math.min(before.least, now);
      return { least, rises: Math.max(before.rises, now - least) };
    });
  }, [unread]);
  // The list says it itself, so no toast has to.
  useOnArrival('/post', () => !document.hidden);
  return rises;
}
