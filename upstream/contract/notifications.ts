/** What the member is told: unread and read, Laravel's database notifications. Rules: product/shell.md, Notifications. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures, noContent, PageQuery, page } from './shapes';

export const NotificationItem = z
  .object({
    /** A UUID; those made here are version 7 and sort by time. */
    id: z.string().min(1),
    /** What it tells of, such as `security.new_device`; with Laravel the name of a class. */
    type: z.string(),
    notifiable_type: z.string().optional(),
    notifiable_id: z.union([z.int(), z.string()]).optional(),
    data: z.object({
      /** In the language of the request. */
      title: z.string(),
      description: z.string(),
      /** An icon class; whoever does not know it shows a bell. */
      class: z.string(),
      /** `success` shows as the primary colour, others as they are. */
      status: z.string(),
      /** Where it leads: a path of the members area. */
      url: z.string().nullish(),
    }),
    read_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant.optional(),
  })
  .openapi('Notification');

const NotificationPage = page(NotificationItem).openapi('NotificationPage');

/** PostgreSQL reads no others as they are written; NaN is none. */
const isYearOfFourDigits = (year: number) => year >= 1000 && year <= 9999;

const one = {
  params: z.object({
    id: z
      .string()
      .max(64)
      .openapi({ param: { name: 'id', in: 'path' } }),
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
      /** The server’s time of the list that the member saw. */
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
