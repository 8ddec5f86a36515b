/** Mail about notifications that leaves later: when the quiet hours are over, or gathered with others. */
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { users } from '../identity/identity.tables';
import { sendMail } from '../mail/mail';
import { type DeliveryTimes, dueAt, quietUntil, usualZone } from './delivery-times';
import { gatheredMail, notificationMail } from './notifications.mails';
import { waitingMails } from './notifications.tables';
import { type ChoosableKind, deliveryTimes } from './preferences';

type User = typeof users.$inferSelect;
type Means = Pick<Deps, 'jobs' | 'config'>;

/** What a mail tells of, in both languages: it may be read after the member has changed theirs. */
export interface Telling {
  title: Record<Language, string>;
  description: Record<Language, string>;
  /** A path of the members area. */
  url: string | null;
}

/** The member's time zone, as far as the club knows it. */
export const zoneOf = (user: Pick<User, 'timezone'>): string => user.timezone ?? usualZone;

/** Keeps a mail until it is due. */
export async function keepMail(
  tx: Tx,
  userId: number,
  kind: ChoosableKind,
  { title, description, url }: Telling,
  { now, due }: { now: Date; due: Date },
): Promise<void> {
  await tx.insert(waitingMails).values({ id: uuidV7(now), userId, kind, title, description, url, dueAt: due });
}

/** After the member has chosen anew: what they want no mail about goes, and the rest is due as they want it now. */
export async function rescheduleMails(
  tx: Tx,
  user: User,
  chosen: { times: DeliveryTimes; withoutMail: ChoosableKind[] },
  now: Date,
): Promise<void> {
  const own = eq(waitingMails.userId, user.id);
  await tx.delete(waitingMails).where(and(own, inArray(waitingMails.kind, chosen.withoutMail)));
  await tx
    .update(waitingMails)
    .set({ dueAt: dueAt(chosen.times, zoneOf(user), now) })
    .where(own);
}

/** After the member has moved: mail that waits is due by the clock of their new time zone. */
export async function followTimeZone(tx: Tx, user: User, now: Date): Promise<void> {
  await rescheduleMails(tx, user, { times: await deliveryTimes(tx, user.id), withoutMail: [] }, now);
}

/**
 * Sends each member one mail of all that is due. Mails and the rows that they are made of go in one transaction, so that
 * several processes may do this side by side, and one that is killed leaves nothing half done.
 */
export async function sendDueMails(deps: Deps, now: Date): Promise<void> {
  const due = await deps.db
    .selectDistinct({ userId: waitingMails.userId })
    .from(waitingMails)
    .where(lte(waitingMails.dueAt, now));
  for (const { userId } of due) {
    await transaction(deps.db, (tx) => sendDueMailsOf(tx, deps, userId, now)).catch((error: unknown) =>
      deps.log.error(describeFailure(error), 'the waiting mail of a member could not be sent'),
    );
  }
}

async function sendDueMailsOf(tx: Tx, deps: Means, userId: number, now: Date): Promise<void> {
  // Held, so that nobody chooses anew meanwhile; see `saveSettings`.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) return;
  const isDue = and(eq(waitingMails.userId, userId), lte(waitingMails.dueAt, now));
  const { quiet } = await deliveryTimes(tx, userId);
  const quietEnd = quietUntil(quiet, zoneOf(user), now);
  if (quietEnd) return void (await tx.update(waitingMails).set({ dueAt: quietEnd }).where(isDue));
  const taken = await tx.delete(waitingMails).where(isDue).returning();
  taken.sort((a, b) => (a.id < b.id ? -1 : 1));
  await mailTellings(tx, deps, user, taken);
}

/** One mail about one or several things, to a confirmed address only: another one may be a stranger's. */
export async function mailTellings(tx: Tx, deps: Means, user: User, tellings: Telling[]): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const { email: to, language, firstname } = user;
  const { publicUrl } = deps.config;
  const settingsUrl = `${publicUrl}/settings/notifications`;
  const items = tellings.map(({ title, description, url }) => ({
    title: title[language],
    description: description[language],
    url: `${publicUrl}${url ?? '/notifications'}`,
  }));
  const [only, ...others] = items;
  if (!only) return;
  if (others.length === 0) {
    return sendMail(tx, deps, { to, language, template: notificationMail, data: { firstname, ...only, settingsUrl } });
  }
  const data = { firstname, items, url: `${publicUrl}/notifications`, settingsUrl };
  await sendMail(tx, deps, { to, language, template: gatheredMail, data });
}
