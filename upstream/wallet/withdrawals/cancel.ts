/** Members cancel withdrawals that nobody has approved yet: on the page, or by the link of the confirmation mail. */
import { and, eq } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { Conflict, NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { cancelTokenHash } from './cancel-token';
import { releaseAmount } from './money-moves';
import { notifyMember } from './notify-member';
import { getWithdrawal, type ShownWithdrawal } from './show';
import { type StepOutcome, takeStep, type WithdrawalRow } from './steps';
import { walletWithdrawals } from './withdrawals.tables';
import { textsIn } from './withdrawals.texts';

interface Canceler {
  /** Null for a cancellation by the link. */
  memberId: number | null;
  ip: string | null;
  requestId: string;
  now: Date;
  language: Language;
}

/**
 * Cancels a withdrawal of the member. Returns one that is already canceled as it is.
 * @throws NotFound; Conflict `withdrawal_not_pending`
 */
export async function cancelWithdrawal(
  deps: Deps,
  userId: number,
  label: string | null,
  by: Omit<Canceler, 'memberId'>,
): Promise<ShownWithdrawal> {
  const { withdraw_label } = await getWithdrawal(deps.db, userId, label);
  const outcome = await cancel(deps, withdraw_label, { ...by, memberId: userId });
  if (outcome === 'not_now') throw notPending(by.language);
  return getWithdrawal(deps.db, userId, withdraw_label);
}

/** Returns the withdrawal that the link of a mail would cancel. Throws NotFound. */
export async function getByToken(db: Queryable, token: string) {
  return asShown(await getRowByToken(db, token));
}

/** @throws NotFound; Conflict `withdrawal_canceled` if it is canceled already, or `withdrawal_not_pending` */
export async function cancelByToken(deps: Deps, token: string, by: Canceler) {
  const row = await getRowByToken(deps.db, token);
  const outcome = await cancel(deps, row.label, by);
  if (outcome === 'done_before') throw new Conflict('withdrawal_canceled', textsIn(by.language).canceledBefore);
  if (outcome !== 'done') throw notPending(by.language);
  const { withdraw_label, amount, currency } = asShown(row);
  return { withdraw_label, amount, currency };
}

const cancel = ({ db, ...deps }: Deps, label: string, by: Canceler): Promise<StepOutcome> =>
  transaction(db, (tx) => {
    const step = { from: ['pending' as const], to: 'canceled' as const, by, now: by.now };
    return takeStep(tx, label, step, async (withdrawal, member) => {
      const transactionLabel = await releaseAmount(tx, withdrawal, 'reversed', by.now);
      await notifyMember(tx, deps, { kind: 'canceled', withdrawal, member, transactionLabel, now: by.now });
    });
  });

const notPending = (language: Language) => new Conflict('withdrawal_not_pending', textsIn(language).notPending);

async function getRowByToken(db: Database | Queryable, token: string): Promise<WithdrawalRow> {
  const [row] = await db
    .select()
    .from(walletWithdrawals)
    .where(and(eq(walletWithdrawals.cancelTokenHash, cancelTokenHash(token))));
  if (!row) throw new NotFound();
  return row;
}

const asShown = ({ label, amount, currency, status }: WithdrawalRow) => ({
  withdraw_label: label,
  amount: decimal(amount, currency),
  currency,
  status: status as ShownWithdrawal['status'],
});
