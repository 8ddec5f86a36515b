/** Withdrawals in every state that staff and the bank bring about, for tests of the wallet. */
import { randomUUID } from 'node:crypto';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { newLabel } from '../labels';
import { aMember, now } from '../wallet.testing';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { holdAmount } from './money-moves';
import { markExported } from './settlement';
import { noteStep, takeStep } from './steps';
import { walletPayoutFiles, walletWithdrawals } from './withdrawals.tables';

/** Returns the id of an account whose waiting time is over. */
export async function anAccount({ db }: Pick<Deps, 'db'>, userId: number, iban = 'DE75512108001245126199') {
  const row = { userId, name: 'Girokonto', holder: 'Mira Maier', iban, usableAt: now, createdAt: now };
  const [added] = await db.insert(walletWithdrawAccounts).values(row).returning({ id: walletWithdrawAccounts.id });
  return added?.id as number;
}

/** Returns the label of a new pending withdrawal. The member must have the money. */
export const aWithdrawal = (
  { db }: Pick<Deps, 'db'>,
  given: { userId: number; withdrawAccountId: number; amount: bigint; fee?: bigint; fourEyesFrom?: bigint },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { userId, withdrawAccountId, amount, fee = 0n, fourEyesFrom = 100_000n } = given;
    const label = newLabel('WD');
    const transactionLabel = await holdAmount(tx, { label, userId, amount, fee, currency: 'EUR' }, now);
    const row = {
      label,
      userId,
      amount,
      fee,
      fourEyesFrom,
      transactionLabel,
      draftId: randomUUID(),
      withdrawAccountId,
      status: 'pending',
      requestedAt: now,
      estimatedOn: '2026-11-24',
      cancelTokenHash: Buffer.from(label),
    };
    const [added] = await tx.insert(walletWithdrawals).values(row).returning();
    if (added) await noteStep(tx, added, { to: 'pending', now });
    return label;
  });

/** Approves the withdrawal as this staff member. */
export const approve = ({ db }: Pick<Deps, 'db'>, label: string, staffId: number) =>
  transaction(db, (tx) =>
    takeStep(tx, label, { from: ['pending'], to: 'approved', set: { approvedBy: staffId }, staffId, now }),
  );

/** Exports the withdrawal in its own payout file. */
export const exportAlone = (deps: Deps, label: string, staffId: number) =>
  transaction(deps.db, async (tx) => {
    const fileId = `FILE-${label}`;
    const file = { id: fileId, createdAt: now, createdBy: staffId, transfers: 1, total: 1n, xml: '<Document/>' };
    await tx.insert(walletPayoutFiles).values(file);
    await markExported(tx, { labels: [label], fileId, staffId, now });
  });

/** Returns the label of an exported withdrawal. A claim cannot release its hold. */
export const anExportedWithdrawal = async (deps: Deps, userId: number, amount: bigint): Promise<string> =>
  (await aProcessedWithdrawal(deps, { userId, withdrawAccountId: await anAccount(deps, userId), amount })).label;

/** Makes a withdrawal that one staff member has approved and another has exported. Returns it with both. */
export async function aProcessedWithdrawal(
  deps: Deps,
  { userId, withdrawAccountId, ...money }: { userId: number; withdrawAccountId: number; amount: bigint; fee?: bigint },
) {
  const [greta, otto] = [await aMember(deps), await aMember(deps)];
  const label = await aWithdrawal(deps, { userId, withdrawAccountId, ...money });
  await approve(deps, label, greta);
  await exportAlone(deps, label, otto);
  return { label, greta, otto };
}
