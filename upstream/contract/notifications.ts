/**
 * The member's notifications, unread and read, in the form of Laravel's database notifications. Rules:
 * docs/product/shell.md#notifications.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures, noContent, OpaqueId, PageQuery, page } from './shapes';

export const NotificationItem = z
  .object({
    /** A UUID. Those of the embedded back end are version 7 and sort by time. */
    id: z.string().min(1),
    /** What it is about, such as `security.new_device`; with Laravel a class name. */
    type: z.string(),
    notifiable_type: z.string().optional(),
    notifiable_id: z.union([z.int(), z.string()]).optional(),
    data: z.object({
      /** In the language of the request. */
      title: z.string(),
      description: z.string(),
      /** An icon class. A client that does not know it shows a bell. */
      class: z.string(),
      /** `success` shows as the primary colour; others keep their own colour. */
      status: z.string(),
      /** The link of the notification: a path of the members area. */
      url: z.string().nullish(),
    }),
    read_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant.optional(),
  })
  .openapi('Notification');

const NotificationPage = page(NotificationItem).openapi('NotificationPage');

/** PostgreSQL cannot read other years as they are written. NaN fails as well. */
const isYearOfFourDigits = (year: number) => year >= 1000 && year <= 9999;

const one = {
  params: z.object({
    id: OpaqueId,
  }),
};

export const listNotifications = createRoute({
  method: 'get',
  path: '/user/notifications/{kind}',
  tags: ['Notifications'],
  operationId: 'listNotifications',
  summary: 'The member’s unread or read notifications, newest first',
  ...asMember,
  request: {
    params: z.object({
      kind: z.enum(['unread', 'read']).openapi({ param: { name: 'kind', in: 'path' } }),
    }),
    query: PageQuery,
  },
  responses: { 200: answers(NotificationPage, 'One page'), ...memberFailures },
});

export const markAllAsRead = createRoute({
  method: 'post',
  path: '/user/notifications/mark-as-read',
  tags: ['Notifications'],
  operationId: 'markAllAsRead',
  summary: 'Mark as read what there was when the list was shown; what came later stays unread',
  ...asMember,
  request: body(
    z.strictObject({
      /** The server time of the list that the member saw. */
      before: Instant.refine((time) => isYearOfFourDigits(new Date(time).getUTCFullYear())),
    }),
  ),
  responses: { 204: noContent, ...memberFailures },
});

export const markAsRead = createRoute({
  method: 'post',
  path: '/user/notifications/{id}/read',
  tags: ['Notifications'],
  operationId: 'markAsRead',
  summary: 'Mark one notification as read',
  ...asMember,
  request: one,
  responses: { 204: noContent, ...memberFailures },
});

export const markAsUnread = createRoute({
  method: 'post',
  path: '/user/notifications/{id}/unread',
  tags: ['Notifications'],
  operationId: 'markAsUnread',
  summary: 'Mark one notification as unread again',
  ...asMember,
  request: one,
  responses: { 204: noContent, ...memberFailures },
});
