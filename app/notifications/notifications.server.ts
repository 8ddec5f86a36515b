import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { NotificationItem } from '../../upstream/contract/notifications';
import { shortened } from '../platform/page/shortened';
import { env } from '../platform/request/env.server';
import type { RequestContext } from '../platform/request/request-context.server';
import { safePath } from '../platform/request/session.server';
import { type IconName, iconForClass } from '../ui/icon-names';
import type { PageShape } from '../ui/pagination';
import { type ShownPage, wholeTextPath } from './notification-pages';
import type { notificationMarkSchema } from './notifications.schema';

/** A notification for display. */
export interface ShownNotification {
  id: string;
  title: string;
  /** Shortened if it is long, unless the whole text was asked for. */
  description: string;
  /** Where the whole text is; null if it is here. */
  whole: string | null;
  icon: IconName;
  /** `primary` for success, otherwise the status of upstream. */
  status: string;
  /** Its target in the members area. */
  path: string | null;
  created_at: string;
}

export interface NotificationList extends PageShape {
  data: ShownNotification[];
  /** URL in this app, for script; null on the last page. */
  next_page_url: string | null;
}

/** A longer description makes the list heavy and hard to survey. One that is little longer is not worth a link. */
const LIMITS = { longest: 300, short: 200 };

/**
 * Returns one page of the member's notifications of a kind. Pages start at 1. Upstream chooses the size.
 * @param whole id of the notification whose description is not shortened
 */
export async function listNotifications(
  { api }: RequestContext,
  { kind, page }: ShownPage,
  whole?: string | null,
): Promise<NotificationList> {
  const list = await api.call(contract.notifications.listNotifications, { params: { kind }, query: { page } });
  const { current_page, last_page, from, to, total } = list;
  return {
    data: list.data.map((item) => {
      const shown = showNotification(item);
      const description = item.id === whole ? shown.description : shortened(shown.description, LIMITS);
      const isWhole = description === shown.description;
      return { ...shown, description, whole: isWhole ? null : wholeTextPath({ kind, page }, item.id) };
    }),
    current_page,
    last_page,
    from,
    to,
    total,
    next_page_url: list.next_page_url ? `/notifications/${kind}?page=${current_page + 1}` : null,
  };
}

function showNotification({ id, data, created_at }: z.infer<typeof NotificationItem>) {
  const { title, description, status, url } = data;
  return {
    id,
    title,
    description,
    icon: iconForClass(data.class),
    status: status === 'success' ? 'primary' : status,
    path: pathOf(url),
    created_at,
  };
}

/** A foreign back end may send a full URL of this app. URLs of other sites get no link. */
function pathOf(url: string | null | undefined): string | null {
  const { publicUrl } = env();
  const path = url && publicUrl && url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
  return safePath(path);
}

/** Marks the notifications of the posted form as read or unread. */
export function markNotifications({ api }: RequestContext, mark: z.output<typeof notificationMarkSchema>) {
  if (mark.intent === 'mark_all') {
    return api.attempt(contract.notifications.markAllAsRead, { json: { before: mark.before } });
  }
  const { id, intent } = mark;
  const call = intent === 'read' ? contract.notifications.markAsRead : contract.notifications.markAsUnread;
  return api.attempt(call, { params: { id } });
}
