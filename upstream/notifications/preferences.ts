/** By which ways and when a member wants to be told. */
import { and, eq } from 'drizzle-orm';
import type { choosableKinds } from '../contract/notification-settings';
import type { Queryable } from '../database/database';
import { atOnce, type DeliveryTimes } from './delivery-times';
import { notificationPreferences, notificationTimes } from './notifications.tables';

/** What a member can choose to be told of or not, as a whole. */
export type ChoosableKind = (typeof choosableKinds)[number];
/** Of security everybody is told. */
export type NotificationKind = ChoosableKind | 'security';

export interface Channels {
  /** On the pages: bell and list. */
  site: boolean;
  mail: boolean;
  /** To phones with the app. */
  push: boolean;
}

/** As long as the member has not chosen: on the pages and phones, which stay silent until they are asked, without mail. */
const unlessChosen: Channels = { site: true, mail: false, push: true };
const always: Channels = { site: true, mail: true, push: true };

/** By which ways the member wants to be told of a kind; of security by all, whatever they chose. */
export async function wantedChannels(db: Queryable, userId: number, kind: NotificationKind): Promise<Channels> {
  if (kind === 'security') return always;
  return (await chosenChannels(db, userId, kind))(kind);
}

/** The channels of each kind for a member, asked for once; of one kind alone where it is named. */
export async function chosenChannels(
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
    return { ...unlessChosen, ...Object.fromEntries(chosen) };
  };
}

/** When mail may come to the member; at once, unless they chose. */
export async function deliveryTimes(db: Queryable, userId: number): Promise<DeliveryTimes> {
  const [row] = await db.select().from(notificationTimes).where(eq(notificationTimes.userId, userId));
  if (!row) return atOnce;
  const { quietFrom: from, quietTo: to, digest } = row;
  return { quiet: from === null || to === null ? null : { from, to }, digest };
}
