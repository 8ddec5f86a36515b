/**
 * What bank and export do to withdrawals, each inside the caller's transaction and each once: what was done before
 * changes nothing and says so.
 */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../identity/identity';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { mayExport } from './four-eyes';
import { releaseAmount, settleAmount, takeBackAmount } from './money-moves';
import { type StepOutcome, takeStep } from './steps';
import { tellMember } from './telling';
import { walletWithdrawals } from './withdrawals.tables';

export { mayExport } from './four-eyes';
export type { StepOutcome } from './steps';

/** What mails and notifications need; the database is the transaction. */
type Means = Pick<Deps, 'jobs' | 'config' | 'broadcaster'>;

/** Bank and export meet a withdrawal in a state that no member of the staff can mend by trying again. */
export class NotExportable extends Error {
  override name = 'NotExportable';
  constructor(readonly label: string) {
    super(`${label} is not approved any more, or may not be exported by whoever approved it`);
  }
}

/**
 * Approved withdrawals with where they go, the oldest first; their members are locked until the transaction ends, so that
 * none of them is rejected meanwhile. For who has the lock of the bank side alone, as every other locks one member.
 * `mayExport` says which of them a member of the staff may export. Amounts in minor units; the bank is told `net`.
 */
export async function listApproved(tx: Tx) {
  const { status, userId: owner } = walletWithdrawals;
  const isApproved = eq(status, 'approved');
  const members = await tx.selectDistinct({ id: owner }).from(walletWithdrawals).where(isApproved).orderBy(owner);
  for (const { id } of members) await lockUser(tx, id);
  const isOfThem = inArray(
    owner,
    members.map(({ id }) => id),
  );
  const rows = await tx
    .select({ withdrawal: walletWithdrawals, account: walletWithdrawAccounts })
    .from(walletWithdrawals)
    .innerJoin(walletWithdrawAccounts, eq(walletWithdrawAccounts.id, walletWithdrawals.withdrawAccountId))
    .where(and(isApproved, isOfThem))
    .orderBy(asc(walletWithdrawals.requestedAt), asc(walletWithdrawals.label));
  return rows.map(({ withdrawal, account: { holder, iban, bic } }) => {
    const { label, userId, amount, fee, currency, fourEyesFrom, approvedBy, requestedAt } = withdrawal;
    const net = amount - fee;
    return { label, userId, amount, fee, net, currency, holder, iban, bic, fourEyesFrom, approvedBy, requestedAt };
  });
}

/**
 * `approved → processing`: they stand in the payout file `fileId`, which is written already, by the same member of the
 * staff. All of them or none.
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
  deps: Means,
  label: string,
  { externalReference, now }: { externalReference: string; now: Date },
): Promise<StepOutcome> => {
  const set = { completedAt: now, externalReference };
  return takeStep(tx, label, { from: ['processing'], to: 'completed', set, now }, async (withdrawal, member) => {
    await settleAmount(tx, withdrawal, now);
    const { transactionLabel } = withdrawal;
    await tellMember(tx, deps, { kind: 'completed', withdrawal, member, transactionLabel, now });
  });
};

/** `processing → failed`: the bank refused the payment; `reason` is shown to the member, null where none is known. */
export const failWithdrawal = (
  tx: Tx,
  deps: Means,
  label: string,
  { reason, now }: { reason: string | null; now: Date },
): Promise<StepOutcome> => {
  const set = { failureReason: reason };
  return takeStep(
    tx,
    label,
    { from: ['processing'], to: 'failed', set, note: reason, now },
    async (withdrawal, member) => {
      const transactionLabel = await releaseAmount(tx, withdrawal, 'failed', now);
      await tellMember(tx, deps, { kind: 'failed', withdrawal, member, transactionLabel, now });
    },
  );
};

/** `completed → returned`: the bank sent the money back, less nothing; the fee stays paid. */
export const returnWithdrawal = (
  tx: Tx,
  deps: Means,
  label: string,
  { reason, externalReference, now }: { reason: string | null; externalReference: string; now: Date },
): Promise<StepOutcome> => {
  const set = { failureReason: reason, externalReference };
  return takeStep(
    tx,
    label,
    { from: ['completed'], to: 'returned', set, note: reason, now },
    async (withdrawal, member) => {
      const transactionLabel = await takeBackAmount(tx, withdrawal, now);
      await tellMember(tx, deps, { kind: 'returned', withdrawal, member, transactionLabel, now });
    },
  );
};
