/** Staff commands about withdrawals. Rules: docs/product/wallet.md#withdrawal. */
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import { WithdrawalStatus } from '../../contract/withdrawals';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { decimal } from '../../ledger/ledger';
import { lockUser } from '../../members/users';
import { notPayableReason, takesMoney } from '../withdraw-accounts/payee';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { releaseAmount } from './money-moves';
import { notifyMember } from './notify-member';
import { type StepOutcome, takeStep, type WithdrawalRow } from './steps';
import { walletWithdrawals } from './withdrawals.tables';

const most = 200;
const details = 'It needs the permission withdrawals.approve; nobody decides about a withdrawal of their own.';
const permission = 'withdrawals.approve';

export const withdrawalsList = defineCommand({
  name: 'withdrawals list',
  summary: 'Show withdrawals, the newest first',
  positionals: [],
  proof: 'required',
  options: { status: { value: 'STATUS', summary: 'only these; pending unless given' } },
  details: `At most ${most}. STATUS: ${WithdrawalStatus.options.join(', ')}.`,
  given: z.strictObject({ status: WithdrawalStatus.default('pending') }),
  run: (deps, { status }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const rows = await tx
        .select()
        .from(walletWithdrawals)
        .where(eq(walletWithdrawals.status, status))
        .orderBy(desc(walletWithdrawals.requestedAt), walletWithdrawals.label)
        .limit(most);
      await auditStaff(tx, now, { actor, action: 'withdrawals.listed', detail: { status } });
      const lines = rows.length === 0 ? [`No withdrawal is ${status}.`] : rows.map(describe);
      return { lines, data: { withdrawals: rows.map(asData) } };
    }),
});

export const withdrawalsApprove = defineCommand({
  name: 'withdrawals approve',
  summary: 'Approve a withdrawal, so that it goes into the next payout file',
  positionals: ['label'],
  proof: 'required',
  permission,
  options: {},
  details,
  given: z.strictObject({ label: z.string() }),
  run: ({ db }, { label }, now, actor) =>
    transaction(db, async (tx) => {
      const withdrawal = await getWithdrawal(tx, label, actor);
      if (withdrawal.status === 'pending') await requirePayable(tx, withdrawal);
      const staffId = actor.id;
      const step = { from: ['pending' as const], to: 'approved' as const, set: { approvedBy: staffId }, staffId, now };
      return outcomeOf(withdrawal, 'approved', await takeStep(tx, withdrawal.label, step));
    }),
});

export const withdrawalsReject = defineCommand({
  name: 'withdrawals reject',
  summary: 'Reject a withdrawal that is not exported yet; the money is available to the member again at once',
  positionals: ['label'],
  proof: 'required',
  permission,
  options: {
    reason: { value: 'TEXT', summary: 'why, at most 500 characters; the member reads it', required: true },
  },
  details,
  given: z.strictObject({ label: z.string(), reason: textOption(500) }),
  run: ({ db, ...deps }, { label, reason }, now, actor) =>
    transaction(db, async (tx) => {
      const withdrawal = await getWithdrawal(tx, label, actor);
      const staffId = actor.id;
      const step = {
        from: ['pending' as const, 'approved' as const],
        to: 'rejected' as const,
        set: { failureReason: reason },
        note: reason,
        staffId,
        now,
      };
      const outcome = await takeStep(tx, withdrawal.label, step, async (rejected, member) => {
        const transactionLabel = await releaseAmount(tx, rejected, 'reversed', now);
        await notifyMember(tx, deps, { kind: 'rejected', withdrawal: rejected, member, transactionLabel, now });
      });
      return outcomeOf(withdrawal, 'rejected', outcome);
    }),
});

/** Throws CommandFailed if there is no such withdrawal, or if it is the actor's own. */
async function getWithdrawal(tx: Tx, typed: string, actor: Actor): Promise<WithdrawalRow> {
  const label = readLabel(typed, 'WD');
  const [withdrawal] = label ? await tx.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)) : [];
  if (!withdrawal) throw new CommandFailed(`There is no withdrawal ${typed}.`);
  if (actor.id === withdrawal.userId) throw new CommandFailed(`${withdrawal.label} is ${actor.name}’s own.`);
  return withdrawal;
}

/** Compares the names again, because both may have changed since the request. Throws CommandFailed. */
async function requirePayable(tx: Tx, { label, userId, withdrawAccountId }: WithdrawalRow): Promise<void> {
  const member = await lockUser(tx, userId);
  const [account] = await tx
    .select()
    .from(walletWithdrawAccounts)
    .where(eq(walletWithdrawAccounts.id, withdrawAccountId));
  if (!account || !takesMoney(account, member)) throw new CommandFailed(`${label} stays pending: ${notPayableReason}`);
}

function outcomeOf(withdrawal: WithdrawalRow, status: 'approved' | 'rejected', outcome: StepOutcome) {
  const { label } = withdrawal;
  if (outcome === 'in_debt') throw new CommandFailed(`${label} cannot be ${status}: its member owes the club money.`);
  if (outcome === 'done_before') throw new CommandFailed(`${label} is already ${status}; nothing was changed.`);
  if (outcome !== 'done') throw new CommandFailed(`${label} is ${withdrawal.status} and cannot be ${status}.`);
  return { lines: [`${label} is ${status}: ${money(withdrawal)}.`], data: asData({ ...withdrawal, status }) };
}

const money = ({ amount, currency }: WithdrawalRow): string => `${decimal(amount, currency)} ${currency}`;

const describe = (row: WithdrawalRow): string =>
  [
    row.label,
    row.requestedAt.toISOString().slice(0, 16),
    money(row).padStart(14),
    `member ${row.userId}`,
    row.status,
  ].join('  ');

const asData = (row: WithdrawalRow) => ({
  withdraw_label: row.label,
  user: row.userId,
  amount: decimal(row.amount, row.currency),
  fee: decimal(row.fee, row.currency),
  currency: row.currency,
  status: row.status,
  requested_at: row.requestedAt.toISOString(),
});
