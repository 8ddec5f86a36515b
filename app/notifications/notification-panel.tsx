import { useFetcher } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { tellCounters } from '../platform/browser/counters';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';
import { Skeleton } from '../ui/card-states';
import { Link } from '../ui/link';
import { useLatest } from '../ui/use-latest';
import { type Feed, notShown, useFeed } from './notification-feed';
import { NotificationLine } from './notification-line';
import './notification-panel.css';
import type { action } from './notifications.route';
import { useDisclosure } from './use-disclosure';

export interface NotificationPanelProps {
  id: string;
  /** Contains the bell and this panel. */
  frame: RefObject<HTMLElement>;
  isOpen: boolean;
  counts: { unread: number; read: number };
  onClose: (isFocusWanted: boolean) => void;
}

/**
 * Shows new and earlier notifications under the bell (specification, sections 2 and 4). It stays mounted while it is
 * closed, so that it keeps the loaded lists.
 */
export function NotificationPanel({ id, frame, isOpen, counts, onClose }: NotificationPanelProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const unread = useUnreadFeed(isOpen, counts.unread);
  const read = useReadFeed(isOpen, counts.read);
  useDisclosure({ isOpen, frame, panel, onClose });
  if (!isOpen) return null;
  const { feed } = unread;
  const hasNew = feed.items.length > 0 || feed.state !== 'idle' || (feed.at === null && counts.unread > 0);
  return (
    <div
      className="card bell-panel"
      id={id}
      ref={panel}
      role="dialog"
      aria-label={t('titles.notifications')}
      tabIndex={-1}
    >
      <div className="stack">
        {/* Above the lists, which would move it when they arrive. */}
        <p>
          <Link to="/notifications">{t('layout.header.notifications.all')}</Link>
        </p>
        {hasNew ? (
          <section aria-labelledby={`${id}-new`}>
            <div className="rule">
              <p id={`${id}-new`}>{t('layout.header.notifications.new')}</p>
              {feed.at && feed.items.length > 0 ? (
                <MarkAsRead
                  before={feed.at}
                  onMarked={() => {
                    unread.markAsRead();
                    onClose(true);
                  }}
                />
              ) : null}
            </div>
            <FeedList feed={feed} retry={unread.retry} loadNext={unread.loadNext} />
          </section>
        ) : (
          <p className="muted">{t('layout.header.notifications.no_new')}</p>
        )}
        {read.feed.items.length > 0 || read.feed.state !== 'idle' ? (
          <section aria-labelledby={`${id}-earlier`}>
            <div className="rule">
              <p id={`${id}-earlier`}>{t('layout.header.notifications.earlier')}</p>
            </div>
            <FeedList feed={read.feed} retry={read.retry} />
          </section>
        ) : null}
      </div>
    </div>
  );
}

/** Loads the list when the panel opens, and again when something other than this panel changed the count. */
function useUnreadFeed(isOpen: boolean, count: number) {
  /** The count that matches the loaded list. */
  const known = useRef(0);
  const feed = useFeed('unread', (now) => {
    known.current = notShown(now);
    tellCounters({ notifications: { unread: known.current } });
  });
  const latest = useLatest(feed);
  useEffect(() => {
    if (!isOpen || count === known.current) return;
    known.current = count;
    if (count > 0) void latest.current.loadFirst();
    else latest.current.clear();
  }, [isOpen, count, latest]);
  const markAsRead = () => {
    known.current = 0;
    feed.clear();
    tellCounters({ notifications: { unread: 0 } });
  };
  return { ...feed, markAsRead };
}

function useReadFeed(isOpen: boolean, count: number) {
  const feed = useFeed('read');
  const known = useRef(0);
  const latest = useLatest(feed);
  useEffect(() => {
    if (!isOpen || count === known.current) return;
    known.current = count;
    if (count > 0) void latest.current.loadFirst();
  }, [isOpen, count, latest]);
  return feed;
}

interface FeedListProps {
  feed: Feed;
  retry: () => void;
  /** Absent if the list offers no further pages. */
  loadNext?: () => void;
}

function FeedList({ feed, retry, loadNext }: FeedListProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      {feed.items.length > 0 ? (
        <ul className="lines">
          {feed.items.map((notification) => (
            <NotificationLine key={notification.id} notification={notification} inPanel />
          ))}
        </ul>
      ) : null}
      {feed.state === 'loading' ? <Skeleton /> : null}
      {feed.state === 'failed' ? (
        <div className="row row-ends" role="alert">
          <p className="muted">{t('layout.header.notifications.failed')}</p>
          <Button type="button" kind="second" small onClick={retry}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : null}
      {loadNext && feed.state === 'idle' && feed.next ? (
        <p>
          <Button type="button" kind="link" small onClick={loadNext}>
            {t('layout.header.notifications.more', { count: notShown(feed) })}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** Marks the notifications from before the list was loaded. The answer makes the page reload its counters. */
function MarkAsRead({ before, onMarked }: { before: string; onMarked: () => void }) {
  const { t } = useTranslation();
  const mark = useFetcher<typeof action>();
  const isMarked = mark.data && 'isMarked' in mark.data && mark.data.isMarked;
  const marked = useLatest(onMarked);
  useEffect(() => {
    if (isMarked) marked.current();
  }, [isMarked, marked]);
  return (
    <mark.Form method="post" action="/notifications">
      <HiddenFields />
      <input type="hidden" name="in_place" value="1" />
      <input type="hidden" name="before" value={before} />
      <Button kind="link" small name="intent" value="mark_all" busy={mark.state !== 'idle'}>
        {t('layout.header.notifications.mark_as_read')}
      </Button>
    </mark.Form>
  );
}
