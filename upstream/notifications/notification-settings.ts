/** The member's notification settings as a whole. */
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import {
  choosableKinds,
  notificationChannels,
  notificationKinds,
  type setNotificationSettings,
} from '../contract/notification-settings';
import { writeAudit } from '../database/audit';
import type { Database, Queryable, Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Env } from '../http/env';
import { InvalidFields } from '../http/problems';
import { users } from '../members/members.tables';
import type { DeliveryTimes, QuietHours } from './delivery-times';
import { notificationPreferences, notificationTimes } from './notifications.tables';
import { type Channels, type NotificationKind, readChosenChannels, readDeliveryTimes } from './preferences';
import { rescheduleMails, zoneOf } from './waiting-mails';

type User = typeof users.$inferSelect;
export type Choice = z.output<
  (typeof setNotificationSettings)['request']['body']['content']['application/json']['schema']
>;
type Request = Pick<Env['Variables'], 'now' | 'ip' | 'requestId' | 'language'>;

export async function showSettings(db: Queryable, user: User) {
  const channelsOf = await readChosenChannels(db, user.id);
  const { quiet, digest } = await readDeliveryTimes(db, user.id);
  const channels = Object.fromEntries(notificationKinds.map((kind) => [kind, channelsOf(kind)]));
  return {
    channels: channels as Record<NotificationKind, Channels>,
    quiet_hours: quiet && { from: timeText(quiet.from), to: timeText(quiet.to) },
    digest,
    time_zone: zoneOf(user),
  };
}

/**
 * Saves the member's choice, with the changes in the audit log. Waiting mail becomes due by the new choice.
 * @throws InvalidFields at `channels.security` unless all of it is on, and at `quiet_hours.to` if it equals `from`
 */
export async function saveSettings(db: Database, userId: number, choice: Choice, request: Request) {
  const { language, now } = request;
  if (Object.values(choice.channels.security).includes(false)) {
    throw new InvalidFields({ 'channels.security': [texts[language].security] });
  }
  if (choice.quiet_hours && choice.quiet_hours.from === choice.quiet_hours.to) {
    throw new InvalidFields({ 'quiet_hours.to': [texts[language].quietHours] });
  }
  const quiet = choice.quiet_hours && { from: minutes(choice.quiet_hours.from), to: minutes(choice.quiet_hours.to) };
  return transaction(db, async (tx) => {
    // The lock orders concurrent choices, and lets none in while waiting mail is sent.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw new Error('The member is gone');
    const changed = [
      ...(await saveChannels(tx, userId, choice.channels, now)),
      ...(await saveTimes(tx, userId, { quiet, digest: choice.digest }, now)),
    ];
    if (changed.length > 0) {
      const withoutMail = choosableKinds.filter((kind) => !choice.channels[kind].mail);
      await rescheduleMails(tx, user, { times: { quiet, digest: choice.digest }, withoutMail }, now);
      const { ip, requestId } = request;
      const action = 'notification_settings_changed';
      await writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId, detail: { changed } });
    }
    return showSettings(tx, user);
  });
}

async function saveChannels(tx: Tx, userId: number, wanted: Choice['channels'], now: Date): Promise<string[]> {
  const before = await readChosenChannels(tx, userId);
  const changed = choosableKinds.flatMap((kind) =>
    notificationChannels
      .filter((channel) => before(kind)[channel] !== wanted[kind][channel])
      .map((channel) => ({ kind, channel, wanted: wanted[kind][channel] })),
  );
  const { userId: owner, kind, channel } = notificationPreferences;
  for (const one of changed) {
    await tx
      .insert(notificationPreferences)
      .values({ ...one, userId, updatedAt: now })
      .onConflictDoUpdate({ target: [owner, kind, channel], set: { wanted: one.wanted, updatedAt: now } });
  }
  return changed.map((one) => `${one.kind}.${one.channel} ${one.wanted ? 'on' : 'off'}`);
}

async function saveTimes(tx: Tx, userId: number, times: DeliveryTimes, now: Date): Promise<string[]> {
  const before = await readDeliveryTimes(tx, userId);
  const changed = [
    ...(rangeText(before.quiet) === rangeText(times.quiet) ? [] : [`quiet hours ${rangeText(times.quiet)}`]),
    ...(before.digest === times.digest ? [] : [`digest ${times.digest}`]),
  ];
  if (changed.length === 0) return [];
  const row = {
    quietFrom: times.quiet?.from ?? null,
    quietTo: times.quiet?.to ?? null,
    digest: times.digest,
    updatedAt: now,
  };
  await tx
    .insert(notificationTimes)
    .values({ ...row, userId })
    .onConflictDoUpdate({ target: notificationTimes.userId, set: row });
  return changed;
}

const rangeText = (quiet: QuietHours | null) => (quiet ? `${timeText(quiet.from)} to ${timeText(quiet.to)}` : 'none');
const timeText = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const texts = {
  en: {
    security: 'Notifications about security stay on.',
    quietHours: 'Quiet hours cannot start and end at the same time.',
  },
  de: {
    security: 'Benachrichtigungen zur Sicherheit bleiben an.',
    quietHours: 'Die Ruhezeit kann nicht zur selben Uhrzeit beginnen und enden.',
  },
};
