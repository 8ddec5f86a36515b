/** What staff do about withdrawals. Rules: product/wallet.md, "Withdrawal". */
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { CommandFailed, defineCommand, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import { WithdrawalStatus } from '../../contract/withdrawals';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { getMember } from '../../identity/identity.club';
import { decimal } from '../../ledger/ledger';
import { releaseAmount } from './money-moves';
import { type StepOutcome, takeStep, type WithdrawalRow } from './steps';
import { tellMember } from './telling';
import { walletWithdrawals } from './withdrawals.tables';

const most = 200;
const staffOption = {
  value: 'USER',
  summary: 'who decides: number or e-mail address of a member of the staff',
  required: true,
};
const details = 'USER needs the permission withdrawals.approve; nobody decides about a withdrawal of their own.';

export const withdrawalsList = defineCommand({
  name: 'withdrawals list',
  summary: 'Show withdrawals, the newest first',
  positionals: [],
  options: { status: { value: 'STATUS', summary: 'only these; pending unless given' } },
  details: `At most ${most}. STATUS: ${WithdrawalStatus.options.join(', ')}.`,
  given: z.strictObject({ status: WithdrawalStatus.default('pending') }),
  run: async ({ db }, { status }) => {
    const rows = await db
      .select()
      .from(walletWithdrawals)
      .where(eq(walletWithdrawals.status, status))
      .orderBy(desc(walletWithdrawals.requestedAt), walletWithdrawals.label)
      .limit(most);
    const lines = rows.length === 0 ? [`No withdrawal is ${status}.`] : rows.map(describe);
    return { lines, data: { withdrawals: rows.map(asData) } };
  },
});

export const withdrawalsApprove = defineCommand({
  name: 'withdrawals approve',
  summary: 'Approve a withdrawal, so that it goes into the next payout file',
  positionals: ['label'],
  options: { staff: staffOption },
  details,
  given: z.strictObject({ label: z.string(), staff: z.string() }),
  run: ({ db }, { label, staff }, now) =>
    transaction(db, async (tx) => {
      const { withdrawal, staffId } = await findBoth(tx, label, staff);
      const step = { from: ['pending' as const], to: 'approved' as const, set: { approvedBy: staffId }, staffId, now };
      return outcomeOf(withdrawal, 'approved', await takeStep(tx, withdrawal.label, step));
    }),
});

export const withdrawalsReject = defineCommand({
  name: 'withdrawals reject',
  summary: 'Reject a withdrawal that was not exported yet; the money is the member’s again at once',
  positionals: ['label'],
  options: {
    staff: staffOption,
    reason: { value: 'TEXT', summary: 'why, at most 500 characters; the member reads it', required: true },
  },
  details,
  given: z.strictObject({ label: z.string(), staff: z.string(), reason: textOption(500) }),
  run: ({ db, ...deps }, { label, staff, reason }, now) =>
    transaction(db, async (tx) => {
      const { withdrawal, staffId } = await findBoth(tx, label, staff);
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
        await tellMember(tx, deps, { kind: 'rejected', withdrawal: rejected, member, transactionLabel, now });
      });
      return outcomeOf(withdrawal, 'rejected', outcome);
    }),
});

/** The withdrawal and who decides about it. Throws CommandFailed where there is none, or it is not theirs to decide. */
async function findBoth(tx: Tx, typed: string, staff: string): Promise<{ withdrawal: WithdrawalRow; staffId: number }> {
  const label = readLabel(typed, 'WD');
  const [withdrawal] = label ? await tx.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)) : [];
  if (!withdrawal) throw new CommandFailed(`There is no withdrawal ${typed}.`);
  const actor = await getMember(tx, staff);
  const name = `${actor.firstname} ${actor.lastname}`;
  if (!actor.permissions.includes('withdrawals.approve')) {
    throw new CommandFailed(`${name} has no permission withdrawals.approve.`);
  }
  if (actor.id === withdrawal.userId) throw new CommandFailed(`${withdrawal.label} is ${name}’s own.`);
  return { withdrawal, staffId: actor.id };
}

function outcomeOf(withdrawal: WithdrawalRow, status: 'approved' | 'rejected', outcome: StepOutcome) {
  const { label } = withdrawal;
  if (outcome === 'done_before') throw new CommandFailed(`${label} was ${status} before; nothing was changed.`);
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
