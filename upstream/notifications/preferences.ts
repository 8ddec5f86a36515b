/** How and when a member wants to be notified. */
import { and, eq } from 'drizzle-orm';
import type { choosableKinds } from '../contract/notification-settings';
import type { Queryable } from '../database/database';
import { atOnce, type DeliveryTimes } from './delivery-times';
import { notificationPreferences, notificationTimes } from './notifications.tables';

/** The kinds that a member can switch off. */
export type ChoosableKind = (typeof choosableKinds)[number];
/** Everybody is notified about security. */
export type NotificationKind = ChoosableKind | 'security';

export interface Channels {
  /** On the pages: bell and list. */
  site: boolean;
  mail: boolean;
  /** To phones with the app. */
  push: boolean;
}

/**
 * The default: on the pages and to phones, which stay silent until the member allows them. By mail come only answers
 * to what the member asked.
 */
const unlessChosen = (kind: ChoosableKind): Channels => ({ site: true, mail: kind === 'support', push: true });
const always: Channels = { site: true, mail: true, push: true };

/** Returns the channels that the member wants for a kind. For security all are on, whatever the member chose. */
export async function readWantedChannels(db: Queryable, userId: number, kind: NotificationKind): Promise<Channels> {
  if (kind === 'security') return always;
  return (await readChosenChannels(db, userId, kind))(kind);
}

/** Returns a lookup of a member's channels by kind, read with one query. With `only`, it reads just that kind. */
export async function readChosenChannels(
  db: Queryable,
  userId: number,
  only?: ChoosableKind,
): Promise<(kind: NotificationKind) => Channels> {
  const rows = await db
    .select()
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.userId, userId), only ? eq(notificationPreferences.kind, only) : undefined));
  return (kind) => {
    if (kind === 'security') return always;
    const chosen = rows.filter((row) => row.kind === kind).map(({ channel, wanted }) => [channel, wanted]);
    return { ...unlessChosen(kind), ...Object.fromEntries(chosen) };
  };
}

/** Returns when the member wants mail; at once by default. */
export async function readDeliveryTimes(db: Queryable, userId: number): Promise<DeliveryTimes> {
  const [row] = await db.select().from(notificationTimes).where(eq(notificationTimes.userId, userId));
  if (!row) return atOnce;
  const { quietFrom: from, quietTo: to, digest } = row;
  return { quiet: from === null || to === null ? null : { from, to }, digest };
}
