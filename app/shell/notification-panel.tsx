import { Link, useFetcher } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../platform/hidden-fields';
import { Button } from '../ui/button';
import { Skeleton } from '../ui/card-states';
import { tellCounters } from './counters';
import { type Feed, notShown, useFeed } from './notification-feed';
import { NotificationLine } from './notification-line';
import './notification-panel.css';
import type { action } from './notifications.route';
import { useDisclosure } from './use-disclosure';

export interface NotificationPanelProps {
  id: string;
  /** Holds the bell and this panel. */
  frame: RefObject<HTMLElement>;
  isOpen: boolean;
  counts: { unread: number; read: number };
  onClose: (isFocusWanted: boolean) => void;
}

/**
 * New notifications and earlier ones under the bell (specification, sections 2 and 4). It stays in place while it is
 * closed, so that it knows what it has shown.
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
        {hasNew ? (
          <section aria-labelledby={`${id}-new`}>
            <div className="rule">
              <h2 id={`${id}-new`}>{t('layout.header.notifications.new')}</h2>
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
              <h2 id={`${id}-earlier`}>{t('layout.header.notifications.earlier')}</h2>
            </div>
            <FeedList feed={read.feed} retry={read.retry} />
          </section>
        ) : null}
        <p>
          <Link to="/notifications">{t('layout.header.notifications.all')}</Link>
        </p>
      </div>
    </div>
  );
}

/** Loads when the panel opens, and again when something else than this panel changed the count. */
function useUnreadFeed(isOpen: boolean, count: number) {
  /** The count that the list stands for. */
  const known = useRef(0);
  const feed = useFeed('unread', (now) => {
    known.current = notShown(now);
    tellCounters({ notifications: { unread: known.current } });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two can ask for a new list
  useEffect(() => {
    if (!isOpen || count === known.current) return;
    known.current = count;
    if (count > 0) void feed.loadFirst();
    else feed.clear();
  }, [isOpen, count]);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two can ask for a new list
  useEffect(() => {
    if (!isOpen || count === known.current) return;
    known.current = count;
    if (count > 0) void feed.loadFirst();
  }, [isOpen, count]);
  return feed;
}

interface FeedListProps {
  feed: Feed;
  retry: () => void;
  /** Where further pages are offered. */
  loadNext?: () => void;
}

function FeedList({ feed, retry, loadNext }: FeedListProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      {feed.items.length > 0 ? (
        <ul className="lines">
          {feed.items.map((notification) => (
            <NotificationLine key={notification.id} notification={notification} />
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

/** Marks what was there when the list was made; the figures of the page come anew with the answer. */
function MarkAsRead({ before, onMarked }: { before: string; onMarked: () => void }) {
  const { t } = useTranslation();
  const mark = useFetcher<typeof action>();
  const isMarked = mark.data && 'isMarked' in mark.data && mark.data.isMarked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for its answer
  useEffect(() => {
    if (isMarked) onMarked();
  }, [isMarked]);
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
