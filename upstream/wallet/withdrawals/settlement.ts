/**
 * What the bank and the payout export do to withdrawals. Each function runs in the caller's transaction and takes
 * effect once. A repeated call changes nothing and says so.
 */
import { and, asc, eq, inArray, lt, notExists } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { ledgerAccounts } from '../../ledger/ledger.tables';
import { users } from '../../members/members.tables';
import { notePaidWithdrawal } from '../../members/profile';
import { lockUser } from '../../members/users';
import { takesMoney } from '../withdraw-accounts/payee';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { mayExport } from './four-eyes';
import { releaseAmount, returnAmount, settleAmount } from './money-moves';
import { notifyMember } from './notify-member';
import { type StepOutcome, takeStep } from './steps';
import { walletWithdrawals } from './withdrawals.tables';

export { mayExport } from './four-eyes';
export type { StepOutcome } from './steps';

/** What mails and notifications need; the database is the transaction. */
type NoticeDeps = Pick<Deps, 'jobs' | 'config' | 'broadcaster'>;

/** The withdrawal is in a state that staff cannot fix by trying again. */
export class NotExportable extends Error {
  override name = 'NotExportable';
  constructor(readonly label: string) {
    super(`${label} is not approved any more, its member owes the club money, or another person has to export it`);
  }
}

/**
 * Returns the approved withdrawals of members without a debt, with their accounts, the oldest first. Locks these
 * members until the transaction ends, so that no withdrawal is rejected meanwhile. The caller must have the lock of the
 * bank side, because everybody else locks only one member. `mayExport` says whether a staff member may export a
 * withdrawal, `isPayable` whether the account is still the member's. Amounts are in minor units; the bank pays `net`.
 */
export async function listApproved(tx: Tx) {
  const { status, userId: owner } = walletWithdrawals;
  const isApproved = and(eq(status, 'approved'), notExists(selectDebt(tx, owner)));
  const members = await tx.selectDistinct({ id: owner }).from(walletWithdrawals).where(isApproved).orderBy(owner);
  for (const { id } of members) await lockUser(tx, id);
  const isOfThem = inArray(
    owner,
    members.map(({ id }) => id),
  );
  const rows = await tx
    .select({ withdrawal: walletWithdrawals, account: walletWithdrawAccounts, member: users })
    .from(walletWithdrawals)
    .innerJoin(walletWithdrawAccounts, eq(walletWithdrawAccounts.id, walletWithdrawals.withdrawAccountId))
    .innerJoin(users, eq(users.id, owner))
    .where(and(isApproved, isOfThem))
    .orderBy(asc(walletWithdrawals.requestedAt), asc(walletWithdrawals.label));
  return rows.map(({ withdrawal, account, member }) => {
    const { holder, iban, bic } = account;
    const isPayable = takesMoney(account, member);
    const { label, userId, amount, fee, currency, fourEyesFrom, approvedBy, requestedAt } = withdrawal;
    const net = amount - fee;
    const to = { holder, iban, bic, isPayable };
    return { label, userId, amount, fee, net, currency, ...to, fourEyesFrom, approvedBy, requestedAt };
  });
}

const selectDebt = (tx: Tx, owner: typeof walletWithdrawals.userId) =>
  tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(
      and(eq(ledgerAccounts.userId, owner), eq(ledgerAccounts.kind, 'member.debt'), lt(ledgerAccounts.balance, 0n)),
    );

/**
 * `approved → processing`: the withdrawals are in the payout file `fileId`, which the same staff member has already
 * written. Marks all of them or none.
 * @throws NotExportable
 */
export async function markExported(
  tx: Tx,
  { labels, fileId, staffId, now }: { labels: readonly string[]; fileId: string; staffId: number; now: Date },
): Promise<void> {
  const rows = await tx
    .select()
    .from(walletWithdrawals)
    .where(inArray(walletWithdrawals.label, [...labels]));
  const refused = labels.find((label) => {
    const row = rows.find((found) => found.label === label);
    return !row || !mayExport(row, staffId);
  });
  if (refused !== undefined) throw new NotExportable(refused);
  for (const label of labels) {
    const step = {
      from: ['approved' as const],
      to: 'processing' as const,
      set: { payoutFileId: fileId },
      staffId,
      now,
    };
    if ((await takeStep(tx, label, step)) !== 'done') throw new NotExportable(label);
  }
}

/** `processing → completed`: the bank has booked the payment. */
export const settleWithdrawal = (
  tx: Tx,
  deps: NoticeDeps,
  label: string,
  { externalReference, now }: { externalReference: string | null; now: Date },
): Promise<StepOutcome> => {
  const set = { completedAt: now, externalReference };
  return takeStep(tx, label, { from: ['processing'], to: 'completed', set, now }, async (withdrawal, member) => {
    await settleAmount(tx, withdrawal, now);
    // Money went out in the member's name, so the name is fixed.
    await notePaidWithdrawal(tx, withdrawal.userId, now);
    const { transactionLabel } = withdrawal;
    await notifyMember(tx, deps, { kind: 'completed', withdrawal, member, transactionLabel, now });
  });
};

/**
 * `processing → failed`: the bank refused the payment. The member reads `reason`, which is null if unknown. `staffId`
 * is the staff member who reported it, if the bank's file did not.
 */
export const failWithdrawal = (
  tx: Tx,
  deps: NoticeDeps,
  label: string,
  { reason, staffId, now }: { reason: string | null; staffId?: number; now: Date },
): Promise<StepOutcome> => {
  const set = { failureReason: reason };
  return takeStep(
    tx,
    label,
    { from: ['processing'], to: 'failed', set, note: reason, staffId, now },
    async (withdrawal, member) => {
      const transactionLabel = await releaseAmount(tx, withdrawal, 'failed', now);
      await notifyMember(tx, deps, { kind: 'failed', withdrawal, member, transactionLabel, now });
    },
  );
};

/** `completed → returned`: the bank sent the whole net amount back. The fee stays paid. */
export const returnWithdrawal = (
  tx: Tx,
  deps: NoticeDeps,
  label: string,
  { reason, externalReference, now }: { reason: string | null; externalReference: string | null; now: Date },
): Promise<StepOutcome> => {
  const set = { failureReason: reason, externalReference };
  return takeStep(
    tx,
    label,
    { from: ['completed'], to: 'returned', set, note: reason, now },
    async (withdrawal, member) => {
      const transactionLabel = await returnAmount(tx, withdrawal, now);
      await notifyMember(tx, deps, { kind: 'returned', withdrawal, member, transactionLabel, now });
    },
  );
};
