/** A club whose members get notifications, for tests. */
import type { z } from '@hono/zod-openapi';
import type { UpstreamConfig } from '../config';
import type { NotificationItem } from '../contract/notifications';
import type { Database, Tx } from '../database/database';
import type { Open } from '../database/database.testing';
import type { Page } from '../http/paginator';
import { type Club, openClub, signIn } from '../identity/identity.testing';
import { mountNotificationSettings } from './notification-settings.api';
import { createNotification, type NewNotification } from './notifications';
import { mountNotifications } from './notifications.api';

export const openTellingClub = (open: Open, overrides: Partial<UpstreamConfig> = {}): Promise<Club> =>
  openClub(open, overrides, (api, deps) => {
    mountNotifications(api, deps);
    mountNotificationSettings(api, deps);
    return { notifications: ({ notifications }) => notifications };
  });

type TestNotification = Partial<NewNotification> & Pick<NewNotification, 'userId'>;

/** Notifies a member that plant `number` is in flower. */
export const tell = (
  club: Pick<Club, 'jobs' | 'config' | 'broadcaster'> & { db: Database | Tx },
  notification: TestNotification,
  number = 1,
): Promise<string | null> =>
  createNotification(club, {
    type: 'growing.stage_begun',
    title: { en: `Plant ${number} in flower`, de: `Pflanze ${number} blüht` },
    description: { en: 'In house 3.', de: 'In Haus 3.' },
    class: 'plant',
    status: 'info',
    url: '/growing',
    now: new Date(),
    ...notification,
  });

type Item = z.infer<typeof NotificationItem>;

/** Signs in a member and returns their calls of the contract. */
export async function openMember(club: Club, email = 'mia@example.org') {
  const { id } = await club.addMember({ email });
  const { body } = await signIn(club, {}, email);
  const token = body.token.access_token;
  const path = '/user/notifications';
  return {
    id,
    token,
    list: async (kind: 'unread' | 'read', query = '', language: 'en' | 'de' = 'en') =>
      (await club.call('GET', `${path}/${kind}${query}`, { token, language })).body as unknown as Page<Item>,
    counts: async () => {
      const header = (await club.call('GET', '/user/header', { token })).body as unknown as {
        notifications: { notifications: { unread_count: number; read_count: number } };
      };
      return header.notifications.notifications;
    },
    mark: async (notification: string | null, as: 'read' | 'unread') =>
      (await club.post(`${path}/${notification}/${as}`, undefined, { token })).status,
    markAll: (before: Date) => club.post(`${path}/mark-as-read`, { before: before.toISOString() }, { token }),
  };
}
