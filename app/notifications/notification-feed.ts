import { useRef, useState } from 'react';
import type { ListKind } from './notification-pages';
import type { NotificationList, ShownNotification } from './notifications.server';

/** The loaded part of a list in the panel. */
export interface Feed {
  items: ShownNotification[];
  total: number;
  /** The number of notifications that are shown or count as shown. */
  to: number;
  /** URL of the next page; null if there is none. */
  next: string | null;
  /** The server's time of the first page. Later notifications are not in the list. */
  at: string | null;
  state: 'idle' | 'loading' | 'failed';
}

export type FeedPage = NotificationList & { at: string };

export const EMPTY_FEED: Feed = { items: [], total: 0, to: 0, next: null, at: null, state: 'idle' };

/** Returns the number of notifications that are not shown. */
export const notShown = ({ total, to }: Feed): number => Math.max(0, total - to);

/** A first page replaces the list. Later pages are appended, without the notifications that are already in it. */
export function withPage(feed: Feed, page: FeedPage): Feed {
  const isFirst = page.current_page === 1;
  const known = isFirst ? [] : feed.items;
  const ids = new Set(known.map(({ id }) => id));
  const items = [...known, ...page.data.filter(({ id }) => !ids.has(id))];
  const at = isFirst ? page.at : feed.at;
  return { items, total: page.total, to: items.length, next: page.next_page_url, at, state: 'idle' };
}

/** Empties the list. All its notifications count as shown. */
export const markedAsRead = (feed: Feed): Feed => ({ ...feed, items: [], to: feed.total, next: null, state: 'idle' });

/**
 * A list that script loads page by page.
 * @param onFurther called with the list after a further page is appended
 */
export function useFeed(kind: ListKind, onFurther?: (feed: Feed) => void) {
  const first = `/notifications/${kind}?page=1`;
  const [feed, setFeed] = useState(EMPTY_FEED);
  const now = useRef(feed);
  const requested = useRef(first);
  const latest = useRef(0);
  const show = (next: Feed) => {
    now.current = next;
    setFeed(next);
  };
  const load = async (url: string) => {
    const request = ++latest.current;
    requested.current = url;
    show({ ...now.current, state: 'loading' });
    const page = await fetchPage(url).catch(() => null);
    if (request !== latest.current) return;
    show(page ? withPage(now.current, page) : { ...now.current, state: 'failed' });
    if (page && page.current_page > 1) onFurther?.(now.current);
  };
  return {
    feed,
    loadFirst: () => load(first),
    loadNext: () => load(now.current.next ?? first),
    /** Repeats the last request. */
    retry: () => load(requested.current),
    clear: () => {
      latest.current++;
      show(markedAsRead(now.current));
    },
  };
}

/** @throws if the answer is not a page of the list */
async function fetchPage(url: string): Promise<FeedPage> {
  const response = await fetch(url, { headers: { 'x-background': '1' } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
