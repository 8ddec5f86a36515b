import { describe, expect, it } from 'vitest';
import { EMPTY_FEED, type FeedPage, markedAsRead, notShown, withPage } from './notification-feed';
import type { ShownNotification } from './notifications.server';

const item = (id: number): ShownNotification => ({
  id: String(id),
  title: `Notification ${id}`,
  description: '',
  icon: 'bell',
  status: 'info',
  path: null,
  whole: null,
  created_at: '2026-11-20T09:00:00Z',
});

/** A page of a list whose newest notification has the number `newest` and whose oldest has 1. */
function pageOf(newest: number, page: number, perPage = 3): FeedPage {
  const last = Math.ceil(newest / perPage);
  const from = newest - (page - 1) * perPage;
  const data = Array.from({ length: Math.min(perPage, from) }, (_, index) => item(from - index));
  return {
    data,
    current_page: page,
    last_page: last,
    from: (page - 1) * perPage + 1,
    to: (page - 1) * perPage + data.length,
    total: newest,
    next_page_url: page < last ? `/notifications/unread?page=${page + 1}` : null,
    at: `2026-11-20T09:0${page}:00Z`,
  };
}

const idsOf = (feed: typeof EMPTY_FEED) => feed.items.map(({ id }) => Number(id));

describe('the list under the bell', () => {
  it('appends page to page; what is not shown is the total minus what is', () => {
    const first = withPage(EMPTY_FEED, pageOf(7, 1));
    expect([idsOf(first), notShown(first)]).toEqual([[7, 6, 5], 4]);
    const second = withPage(first, pageOf(7, 2));
    const third = withPage(second, pageOf(7, 3));
    expect([idsOf(third), notShown(third), third.next]).toEqual([[7, 6, 5, 4, 3, 2, 1], 0, null]);
    expect(third.at, 'the time of the first page').toBe(first.at);
  });

  it('shows nothing twice when one came in between, and counts that one as not shown', () => {
    const first = withPage(EMPTY_FEED, pageOf(7, 1));
    const second = withPage(first, pageOf(8, 2));
    expect([idsOf(second), notShown(second)]).toEqual([[7, 6, 5, 4, 3], 3]);
  });

  it('starts anew with a first page', () => {
    const first = withPage(withPage(EMPTY_FEED, pageOf(7, 1)), pageOf(9, 1));
    expect([idsOf(first), first.to, first.total]).toEqual([[9, 8, 7], 3, 9]);
  });

  it('has nothing new once it is marked as read: what is shown counts as all', () => {
    const marked = markedAsRead(withPage(EMPTY_FEED, pageOf(7, 1)));
    expect([idsOf(marked), marked.to, marked.next, notShown(marked)]).toEqual([[], 7, null, 0]);
  });
});
