/**
 * Account deletion: the request, the 14 days in which it can be cancelled, and the deletion itself
 * (docs/product/settings.md#privacy).
 */
import { and, eq, lte } from 'drizzle-orm';
import { reauthorizeAfter } from '../broadcasting/broadcaster';
import { forgetAddresses, writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import type { PersonalData } from '../database/personal-data';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Language } from '../http/env';
import { Conflict } from '../http/problems';
import { endSessionsOf } from '../identity/identity';
import { deleteJobsTo } from '../jobs/forget';
import { type MailTemplate, sendMail } from '../mail/mail';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import { hasToBeReminded, noteDeletionReminder, scheduleDeletion, unscheduleDeletion } from '../members/membership';
import { createNotification } from '../notifications/notifications';
import { accountDeletedMail, deletionReminderMail, deletionRequestedMail } from './privacy.mails';
import { deletionRequestedNotice } from './privacy.notices';
import { textsIn } from './privacy.texts';

type User = typeof users.$inferSelect;

const dayMs = 24 * 60 * 60_000;
const graceDays = 14;
const reminderDays = 2;

/** Returns what the member has to settle before the account can be deleted, as texts. */
export async function listObstacles(
  db: Queryable,
  data: readonly PersonalData[],
  userId: number,
  language: Language,
): Promise<string[]> {
  const found: string[] = [];
  for (const { obstacles } of data) found.push(...((await obstacles?.(db, userId, language)) ?? []));
  return found;
}

/** Returns the state of the deletion, in the shape of the contract. */
export const showDeletion = (user: Pick<User, 'deletionRequestedAt' | 'deletionDueAt'>, obstacles: string[]) => ({
  requested_at: user.deletionRequestedAt?.toISOString() ?? null,
  due_at: user.deletionDueAt?.toISOString() ?? null,
  obstacles,
});

/**
 * Schedules the deletion of the account in 14 days. Call it in the transaction of the verification step.
 * @throws Conflict `deletion_requested` if it was requested already, `deletion_blocked` with the obstacles
 */
export async function requestDeletion(
  tx: Tx,
  deps: Deps,
  data: readonly PersonalData[],
  userId: number,
  { now, ip, requestId, language }: Caller,
) {
  const deletionDueAt = new Date(now.getTime() + graceDays * dayMs);
  const user = await scheduleDeletion(tx, userId, deletionDueAt, now);
  if (!user) throw new Conflict('deletion_requested', textsIn(language).deletionRequested);
  const obstacles = await listObstacles(tx, data, userId, language);
  if (obstacles.length > 0) throw new Conflict('deletion_blocked', obstacles.join(' '));
  await writeAudit(tx, now, { action: 'deletion.requested', actorId: userId, userId, ip, requestId });
  await createNotification({ ...deps, db: tx }, deletionRequestedNotice(userId, now));
  await mailDue(tx, deps, user, deletionRequestedMail);
  return showDeletion(user, []);
}

/** Cancels a requested deletion, up to the moment of the deletion. Does nothing without a request. */
export async function cancelDeletion(
  deps: Deps,
  userId: number,
  { now, ip, requestId }: Pick<Caller, 'now' | 'ip' | 'requestId'>,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (!(await unscheduleDeletion(tx, userId, now))) return;
    await writeAudit(tx, now, { action: 'deletion.cancelled', actorId: userId, userId, ip, requestId });
  });
}

/** Mails a reminder, once, to members whose accounts are deleted in two days; each in its own transaction. */
export async function remindOfDeletion(deps: Deps, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + reminderDays * dayMs);
  const near = await deps.db.select({ id: users.id }).from(users).where(hasToBeReminded(soon, now));
  for (const { id } of near) {
    await transaction(deps.db, async (tx) => {
      const user = await noteDeletionReminder(tx, id, soon, now);
      if (user) await mailDue(tx, deps, user, deletionReminderMail);
    }).catch((error: unknown) =>
      deps.log.error({ userId: id, ...describeFailure(error) }, 'a member could not be reminded of the deletion'),
    );
  }
}

/** Sends the mail only to a verified address, because another one may be a stranger's. */
async function mailDue(
  tx: Tx,
  deps: Deps,
  { email, language, firstname, deletionDueAt, emailVerifiedAt }: User,
  template: MailTemplate<{ firstname: string; url: string; due: Date }>,
): Promise<void> {
  if (!emailVerifiedAt || !deletionDueAt) return;
  const url = `${deps.config.publicUrl}/settings/privacy`;
  await sendMail(tx, deps, {
    to: email,
    language,
    template,
    data: { firstname, url, due: deletionDueAt },
    until: deletionDueAt,
  });
}

/** Deletes every due account, each on its own, so that one that fails or is blocked does not delay the others. */
export async function deleteDueAccounts(deps: Deps, data: readonly PersonalData[], now: Date): Promise<void> {
  const due = await deps.db.select({ id: users.id }).from(users).where(lte(users.deletionDueAt, now));
  for (const { id } of due) {
    await deleteAccount(deps, data, id, now).catch((error: unknown) =>
      deps.log.error({ userId: id, ...describeFailure(error) }, 'an account could not be deleted'),
    );
  }
}

/**
 * Deletes all personal data in one transaction. Ids stay for the ledger and the audit log. Of several processes only
 * one does it. An account with obstacles waits until they are settled.
 */
async function deleteAccount(deps: Deps, data: readonly PersonalData[], userId: number, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    for (const { lock } of data) await lock?.(tx, userId);
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), lte(users.deletionDueAt, now)))
      .for('update');
    if (!user || (await listObstacles(tx, data, userId, user.language)).length > 0) return;
    await endSessionsOf(tx, userId, 'account_deleted', now);
    reauthorizeAfter(tx, deps.broadcaster, userId);
    for (const { deletes, anonymise } of data) {
      for (const table of deletes) await tx.delete(table).where(eq(table.userId, userId));
      await anonymise?.(tx, user, now);
    }
    await forgetAddresses(tx, userId);
    await deleteJobsTo(tx, user.email);
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
