import { useRef, useState } from 'react';
import type { ListKind, NotificationList, ShownNotification } from './notifications.server';

/** What the panel has of a list so far. */
export interface Feed {
  items: ShownNotification[];
  total: number;
  /** How many of them are shown, or count as such. */
  to: number;
  /** Where the next page is; null when there is none. */
  next: string | null;
  /** The server's time of the first page; later notifications are not in the list. */
  at: string | null;
  state: 'idle' | 'loading' | 'failed';
}

export type FeedPage = NotificationList & { at: string };

export const EMPTY_FEED: Feed = { items: [], total: 0, to: 0, next: null, at: null, state: 'idle' };

/** How many a list has that are not shown. */
export const notShown = ({ total, to }: Feed): number => Math.max(0, total - to);

/** The first page takes the place of what was there, others are appended; what moved to a later page comes once. */
export function withPage(feed: Feed, page: FeedPage): Feed {
  const isFirst = page.current_page === 1;
  const known = isFirst ? [] : feed.items;
  const ids = new Set(known.map(({ id }) => id));
  const items = [...known, ...page.data.filter(({ id }) => !ids.has(id))];
  const at = isFirst ? page.at : feed.at;
  return { items, total: page.total, to: items.length, next: page.next_page_url, at, state: 'idle' };
}

/** All of them count as shown, and none is left in the list. */
export const markedAsRead = (feed: Feed): Feed => ({ ...feed, items: [], to: feed.total, next: null, state: 'idle' });

/**
 * A list that script loads page by page.
 * @param onFurther told what the list is once a page after the first one is in it
 */
export function useFeed(kind: ListKind, onFurther?: (feed: Feed) => void) {
  const first = `/notifications/${kind}?page=1`;
  const [feed, setFeed] = useState(EMPTY_FEED);
  const now = useRef(feed);
  const asked = useRef(first);
  const latest = useRef(0);
  const show = (next: Feed) => {
    now.current = next;
    setFeed(next);
  };
  const load = async (url: string) => {
    const request = ++latest.current;
    asked.current = url;
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
    /** What failed, once more. */
    retry: () => load(asked.current),
    clear: () => {
      latest.current++;
      show(markedAsRead(now.current));
    },
  };
}

/** @throws for whatever is no page of the list */
async function fetchPage(url: string): Promise<FeedPage> {
  const response = await fetch(url, { headers: { 'x-background': '1' } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
