/** Mail about notifications that is sent later: after the quiet hours, or gathered. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { sendMail } from '../mail/mail';
import { users } from '../members/members.tables';
import { type DeliveryTimes, dueAt, quietUntil, usualZone } from './delivery-times';
import { gatheredMail, notificationMail } from './notifications.mails';
import { waitingMails } from './notifications.tables';
import { type ChoosableKind, readDeliveryTimes } from './preferences';

type User = typeof users.$inferSelect;
type MailDeps = Pick<Deps, 'jobs' | 'config'>;

/** The content of a mail, in both languages because the member may change the language before it is sent. */
export interface WaitingMail {
  title: Record<Language, string>;
  description: Record<Language, string>;
  /** A path of the members area. */
  url: string | null;
}

/** Returns the member's time zone, or the usual one. */
export const zoneOf = (user: Pick<User, 'timezone'>): string => user.timezone ?? usualZone;

/** Stores a mail until it is due. */
export async function keepMail(
  tx: Tx,
  userId: number,
  kind: ChoosableKind,
  { title, description, url }: WaitingMail,
  { now, due }: { now: Date; due: Date },
): Promise<void> {
  await tx.insert(waitingMails).values({ id: uuidV7(now), userId, kind, title, description, url, dueAt: due });
}

/** Deletes the mail of a kind that leads below a path, because what it tells of was taken back. */
export async function dropMails(tx: Tx, kind: ChoosableKind, path: string): Promise<void> {
  await tx
    .delete(waitingMails)
    .where(and(eq(waitingMails.kind, kind), sql`starts_with(${waitingMails.url}, ${`${path}/`})`));
}

/** Applies a new choice: deletes waiting mail of unwanted kinds, and makes the rest due by the new times. */
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

/** Applies a new time zone: waiting mail becomes due by its clock. */
export async function followTimeZone(tx: Tx, user: User, now: Date): Promise<void> {
  await rescheduleMails(tx, user, { times: await readDeliveryTimes(tx, user.id), withoutMail: [] }, now);
}

/**
 * Sends each member one mail with everything that is due. Queuing a mail and deleting its rows is one transaction, so
 * that several processes may do this at once, and a killed one leaves nothing half done.
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

async function sendDueMailsOf(tx: Tx, deps: MailDeps, userId: number, now: Date): Promise<void> {
  // Locks the member, so that nobody changes the settings meanwhile; see `saveSettings`.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) return;
  const isDue = and(eq(waitingMails.userId, userId), lte(waitingMails.dueAt, now));
  const { quiet } = await readDeliveryTimes(tx, userId);
  const quietEnd = quietUntil(quiet, zoneOf(user), now);
  if (quietEnd) return void (await tx.update(waitingMails).set({ dueAt: quietEnd }).where(isDue));
  const taken = await tx.delete(waitingMails).where(isDue).returning();
  taken.sort((a, b) => (a.id < b.id ? -1 : 1));
  await mailNotifications(tx, deps, user, taken);
}

/** Sends one mail with one or more notifications, only to a verified address: another one may be a stranger's. */
export async function mailNotifications(tx: Tx, deps: MailDeps, user: User, mails: WaitingMail[]): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const { email: to, language, firstname } = user;
  const { publicUrl } = deps.config;
  const settingsUrl = `${publicUrl}/settings/notifications`;
  const items = mails.map(({ title, description, url }) => ({
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
