import { z } from 'zod';
import { choosableKinds, digests, notificationChannels, Time } from '../../upstream/contract/notification-settings';

/** The ticked boxes of a row. A row without ticks sends nothing. */
const boxes = z.array(z.enum(notificationChannels)).default([]);
const rows = Object.fromEntries(choosableKinds.map((kind) => [kind, boxes])) as Record<
  (typeof choosableKinds)[number],
  typeof boxes
>;

/** Browsers send `22:00`, some with seconds. Without a time input people type `7.30` or `0730`. */
const time = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^(\d{1,2})[:.]?(\d{2})(?::00)?$/, (_, h, m) => `${h.padStart(2, '0')}:${m}`))
  .refine((time) => Time.safeParse(time).success, 'settings:notifications.quiet.format');

/** The whole page. It has no fields for security, because those notifications stay on. */
export const notificationSettingsSchema = z
  .strictObject({ ...rows, quiet_from: time.optional(), quiet_to: time.optional(), digest: z.enum(digests) })
  .refine((form) => !form.quiet_to || form.quiet_from, {
    path: ['quiet_from'],
    message: 'settings:notifications.quiet.both',
  })
  .refine((form) => !form.quiet_from || form.quiet_to, {
    path: ['quiet_to'],
    message: 'settings:notifications.quiet.both',
  })
  .refine((form) => !form.quiet_from || form.quiet_from !== form.quiet_to, {
    path: ['quiet_to'],
    message: 'settings:notifications.quiet.equal',
  });
