import type { z } from 'zod';
import { choosableKinds, notificationChannels } from '../../upstream/contract/notification-settings';
import type { notificationSettingsSchema } from './notifications.schema';

export const channelsOf = (wanted: Record<(typeof notificationChannels)[number], boolean>) =>
  notificationChannels.filter((channel) => wanted[channel]).join(' ');

export function choiceOf({ quiet_from, quiet_to, digest, ...rows }: z.output<typeof notificationSettingsSchema>) {
  const ticked = (boxes: readonly string[]) =>
    Object.fromEntries(notificationChannels.map((channel) => [channel, boxes.includes(channel)]));
  const chosen = choosableKinds.map((kind) => [kind, ticked(rows[kind])]);
  return {
    channels: { security: ticked(notificationChannels), ...Object.fromEntries(chosen) },
    quiet_hours: quiet_from && quiet_to ? { from: quiet_from, to: quiet_to } : null,
    digest,
  };
}
