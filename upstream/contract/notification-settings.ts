/** How and when a member wants to be notified. Rules: docs/product/settings.md#notifications. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, memberFailures } from './shapes';

/** The kinds that a member may switch off, in the order of the page. Security is always on. */
export const choosableKinds = [
  'wallet',
  'growing',
  'support',
  'chat',
  'news',
  'affiliate',
  'appointment',
  'club',
] as const;
export const notificationKinds = ['security', ...choosableKinds] as const;
/** On the pages (bell and list), by mail, and to phones with the app. */
export const notificationChannels = ['site', 'mail', 'push'] as const;
/** How often mail comes: each notification at once (`off`), or gathered. */
export const digests = ['off', 'daily', 'weekly'] as const;

const Channels = z.strictObject({ site: z.boolean(), mail: z.boolean(), push: z.boolean() });
/** Time of day on a 24-hour clock. */
export const Time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .openapi({ example: '22:00' });

const choices = {
  /** The channels of each kind. All channels of `security` stay on. */
  channels: z.strictObject(
    Object.fromEntries(notificationKinds.map((kind) => [kind, Channels])) as Record<
      (typeof notificationKinds)[number],
      typeof Channels
    >,
  ),
  /** By the member's own clock; may span midnight. Mail that is not about security waits until `to`. */
  quiet_hours: z.strictObject({ from: Time, to: Time }).nullable(),
  /** For mail that is not about security: each at once, or gathered at 8 in the morning; `weekly` on Mondays. */
  digest: z.enum(digests),
};

const NotificationSettings = z
  .object({
    ...choices,
    /** IANA name of the time zone for these times; see the member's account. */
    time_zone: z.string(),
  })
  .openapi('NotificationSettings');

export const getNotificationSettings = createRoute({
  method: 'get',
  path: '/user/notification-settings',
  tags: ['Notifications'],
  operationId: 'getNotificationSettings',
  summary: 'By which ways and when the member wants to be told',
  ...asMember,
  responses: { 200: answers(NotificationSettings, 'The settings'), ...memberFailures },
});

export const setNotificationSettings = createRoute({
  method: 'put',
  path: '/user/notification-settings',
  tags: ['Notifications'],
  operationId: 'setNotificationSettings',
  summary: 'Choose them all anew; mail that waits follows the choice',
  ...asMember,
  request: body(z.strictObject(choices)),
  responses: { 200: answers(NotificationSettings, 'The settings'), ...memberFailures },
});
