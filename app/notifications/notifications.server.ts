import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { NotificationItem } from '../../upstream/contract/notifications';
import { env } from '../platform/request/env.server';
import type { RequestContext } from '../platform/request/request-context.server';
import { safePath } from '../platform/request/session.server';
import { type IconName, iconForClass } from '../ui/icon-names';
import type { PageShape } from '../ui/pagination';
import type { ListKind } from './notification-pages';
import type { notificationMarkSchema } from './notifications.schema';

/** A notification for display. */
export interface ShownNotification {
  id: string;
  title: string;
  description: string;
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

/** Returns one page of the member's notifications of a kind. Pages start at 1. Upstream chooses the size. */
export async function listNotifications(
  { api }: RequestContext,
  kind: ListKind,
  page: number,
): Promise<NotificationList> {
  const list = await api.call(contract.notifications.listNotifications, { params: { kind }, query: { page } });
  const { current_page, last_page, from, to, total } = list;
  return {
    data: list.data.map(showNotification),
    current_page,
    last_page,
    from,
    to,
    total,
    next_page_url: list.next_page_url ? `/notifications/${kind}?page=${current_page + 1}` : null,
  };
}

function showNotification({ id, data, created_at }: z.infer<typeof NotificationItem>): ShownNotification {
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
