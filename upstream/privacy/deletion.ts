/** Leaving the club: the request, the 14 days in which it can be taken back, and the end (product/settings.md, "Privacy"). */
import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { forgetAddresses, writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { Conflict } from '../http/problems';
import { type Caller, endSessionsOf } from '../identity/identity';
import { users } from '../identity/identity.tables';
import { type MailTemplate, sendMail } from '../mail/mail';
import { createNotification } from '../notifications/notifications';
import { reauthorizeAfter } from '../realtime/broadcaster';
import type { PersonalData } from './privacy';
import { accountDeletedMail, deletionReminderMail, deletionRequestedMail } from './privacy.mails';
import { deletionRequestedNotice } from './privacy.notices';
import { textsIn } from './privacy.texts';

type User = typeof users.$inferSelect;

const dayMs = 24 * 60 * 60_000;
const graceDays = 14;
const reminderDays = 2;
const nobodyAsked = { deletionRequestedAt: null, deletionDueAt: null, deletionRemindedAt: null };

/** What the member has to settle before the account can go, in words. */
export async function findObstacles(
  db: Queryable,
  data: readonly PersonalData[],
  userId: number,
  language: Language,
): Promise<string[]> {
  const found: string[] = [];
  for (const { obstacles } of data) found.push(...((await obstacles?.(db, userId, language)) ?? []));
  return found;
}

/** Whether the account will be deleted, in the shape of the contract. */
export const showDeletion = (user: Pick<User, 'deletionRequestedAt' | 'deletionDueAt'>, obstacles: string[]) => ({
  requested_at: user.deletionRequestedAt?.toISOString() ?? null,
  due_at: user.deletionDueAt?.toISOString() ?? null,
  obstacles,
});

/**
 * Has the account deleted in 14 days. Belongs into the transaction of the verification step.
 * @throws Conflict `deletion_requested` where it was asked for already, `deletion_blocked` with what stands in the way
 */
export async function requestDeletion(
  tx: Tx,
  deps: Deps,
  data: readonly PersonalData[],
  userId: number,
  { now, ip, requestId, language }: Caller,
) {
  const deletionDueAt = new Date(now.getTime() + graceDays * dayMs);
  const [user] = await tx
    .update(users)
    .set({ deletionRequestedAt: now, deletionDueAt, deletionRemindedAt: null, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.deletionDueAt), isNull(users.deletedAt)))
    .returning();
  if (!user) throw new Conflict('deletion_requested', textsIn(language).deletionRequested);
  const obstacles = await findObstacles(tx, data, userId, language);
  if (obstacles.length > 0) throw new Conflict('deletion_blocked', obstacles.join(' '));
  await writeAudit(tx, now, { action: 'deletion.requested', actorId: userId, userId, ip, requestId });
  await createNotification({ ...deps, db: tx }, deletionRequestedNotice(userId, now));
  await mailDue(tx, deps, user, deletionRequestedMail);
  return showDeletion(user, []);
}

/** Keeps the account, up to the moment in which it goes; nothing happens where nobody asked. */
export async function cancelDeletion(
  deps: Deps,
  userId: number,
  { now, ip, requestId }: Pick<Caller, 'now' | 'ip' | 'requestId'>,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const kept = await tx
      .update(users)
      .set({ ...nobodyAsked, updatedAt: now })
      .where(and(eq(users.id, userId), isNotNull(users.deletionDueAt)))
      .returning({ id: users.id });
    if (kept.length === 0) return;
    await writeAudit(tx, now, { action: 'deletion.cancelled', actorId: userId, userId, ip, requestId });
  });
}

/** Mails those whose account goes in two days, once, each by themselves. */
export async function remindOfDeletion(deps: Deps, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + reminderDays * dayMs);
  const isNear = and(gt(users.deletionDueAt, now), lte(users.deletionDueAt, soon), isNull(users.deletionRemindedAt));
  const near = await deps.db.select({ id: users.id }).from(users).where(isNear);
  for (const { id } of near) {
    await transaction(deps.db, async (tx) => {
      const [user] = await tx
        .update(users)
        .set({ deletionRemindedAt: now })
        .where(and(eq(users.id, id), isNear))
        .returning();
      if (user) await mailDue(tx, deps, user, deletionReminderMail);
    }).catch((error: unknown) =>
      deps.log.error({ userId: id, ...describeFailure(error) }, 'a member could not be reminded of the deletion'),
    );
  }
}

/** To confirmed addresses only: another one may be a stranger's. */
async function mailDue(
  tx: Tx,
  deps: Deps,
  { email, language, firstname, deletionDueAt, emailVerifiedAt }: User,
  template: MailTemplate<{ firstname: string; url: string; due: Date }>,
): Promise<void> {
  if (!emailVerifiedAt || !deletionDueAt) return;
  const url = `${deps.config.publicUrl}/settings/privacy`;
  await sendMail(tx, deps, { to: email, language, template, data: { firstname, url, due: deletionDueAt } });
}

/** Deletes every account whose time has come, each by itself: one that fails, or is held up, keeps no other waiting. */
export async function deleteDueAccounts(deps: Deps, data: readonly PersonalData[], now: Date): Promise<void> {
  const due = await deps.db.select({ id: users.id }).from(users).where(lte(users.deletionDueAt, now));
  for (const { id } of due) {
    await deleteAccount(deps, data, id, now).catch((error: unknown) =>
      deps.log.error({ userId: id, ...describeFailure(error) }, 'an account could not be deleted'),
    );
  }
}

/**
 * Takes everything personal away in one transaction; ids stay for the ledger and the audit log. Of several processes one
 * does it. An account with something unsettled waits until that is settled.
 */
async function deleteAccount(deps: Deps, data: readonly PersonalData[], userId: number, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), lte(users.deletionDueAt, now)))
      .for('update', { skipLocked: true });
    if (!user || (await findObstacles(tx, data, userId, user.language)).length > 0) return;
    await endSessionsOf(tx, userId, 'account_deleted', now);
    reauthorizeAfter(tx, deps.broadcaster, userId);
    for (const { deletes, anonymise } of data) {
      for (const table of deletes) await tx.delete(table).where(eq(table.userId, userId));
      await anonymise?.(tx, user, now);
    }
    await forgetAddresses(tx, userId);
    await writeAudit(tx, now, { action: 'account.deleted', actorId: null, userId });
    if (user.emailVerifiedAt) await mailGone(tx, deps, user);
  });
}

const mailGone = (tx: Tx, deps: Deps, { email, language, firstname }: User): Promise<void> =>
  sendMail(tx, deps, {
    to: email,
    language,
    template: accountDeletedMail,
    data: { firstname, url: deps.config.publicUrl },
  });
