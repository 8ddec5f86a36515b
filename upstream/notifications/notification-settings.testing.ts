/** A member's notification settings through the calls of the contract, for tests. */
import type { z } from '@hono/zod-openapi';
import { type getNotificationSettings, notificationKinds } from '../contract/notification-settings';
import type { Club } from '../identity/identity.testing';
import type { Choice } from './notification-settings';
import type { Channels, NotificationKind } from './preferences';

type ShownSettings = z.output<
  (typeof getNotificationSettings)['responses'][200]['content']['application/json']['schema']
>;

/** Returns a choice with mail about everything, with the given changes. */
export function choose({
  channels = {},
  ...times
}: Partial<Omit<Choice, 'channels'>> & {
  channels?: Partial<Record<NotificationKind, Partial<Channels>>>;
} = {}): Choice {
  const all = notificationKinds.map((kind) => [kind, { site: true, mail: true, push: true, ...channels[kind] }]);
  return { channels: Object.fromEntries(all), quiet_hours: null, digest: 'off', ...times };
}

const path = '/user/notification-settings';

export const settingsOf = (club: Club, token: string) => ({
  show: async () => (await club.call('GET', path, { token })).body as unknown as ShownSettings,
  save: (body: unknown, language: 'en' | 'de' = 'en') => club.call('PUT', path, { token, body, language }),
});
