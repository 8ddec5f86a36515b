import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../database/database';
import { notificationPreferences } from './notifications.tables';

/** What a member can want or not want to be told of, as a whole. */
export type NotificationKind =
  | 'security'
  | 'club'
  | 'wallet'
  | 'growing'
  | 'support'
  | 'chat'
  | 'news'
  | 'affiliate'
  | 'appointment';

export interface Channels {
  /** On the pages: bell and list. */
  site: boolean;
  mail: boolean;
}

/** By which ways the member wants to be told of a kind: on the site always, by mail for security, unless they chose. */
export async function wantedChannels(db: Queryable, userId: number, kind: NotificationKind): Promise<Channels> {
  const chosen = await db
    .select({ channel: notificationPreferences.channel, wanted: notificationPreferences.wanted })
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.userId, userId), eq(notificationPreferences.kind, kind)));
  const choices = Object.fromEntries(chosen.map(({ channel, wanted }) => [channel, wanted]));
  return { site: true, mail: kind === 'security', ...choices };
}
