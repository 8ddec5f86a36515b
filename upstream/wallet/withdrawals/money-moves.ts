/** What the ledger books for a withdrawal: a hold, then either its settlement or its release. */
import type { Tx } from '../../database/database';
import { bookEntry } from '../../ledger/ledger';
import { recordTransaction, setTransactionStatus } from '../transactions/record';
import type { WithdrawalRow } from './steps';

type Amounts = Pick<WithdrawalRow, 'label' | 'userId' | 'amount' | 'fee' | 'currency'>;

const accounts = ({ userId, currency }: Amounts) => ({
  available: { kind: 'member.available' as const, userId, currency },
  held: { kind: 'member.held' as const, userId, currency },
  bank: { kind: 'club.bank' as const, currency },
  fees: { kind: 'club.fees' as const, currency },
});

const referenceTo = ({ label }: Amounts) => ({ kind: 'withdrawal', label });

/**
 * Takes the amount from the available money until the bank has answered.
 * @returns label of the member's transaction
 * @throws InsufficientFunds
 */
export async function holdAmount(tx: Tx, withdrawal: Amounts, now: Date): Promise<string> {
  const { available, held } = accounts(withdrawal);
  const { label, userId, amount, fee, currency } = withdrawal;
  const postings = [
    { account: available, amount: -amount },
    { account: held, amount },
  ];
  const entry = { kind: 'withdrawal.hold', key: `withdrawal:${label}:hold`, postings };
  const reference = referenceTo(withdrawal);
  const hold = { userId, currency, type: 'withdrawal' as const, status: 'pending' as const, fee, reference, entry };
  return (await recordTransaction(tx, hold, now)).label;
}

/** Gives a held amount back, fee and all, and says how the transaction that took it ended. Answers the new one's label. */
export async function releaseAmount(
  tx: Tx,
  withdrawal: WithdrawalRow,
  ended: 'reversed' | 'failed',
  now: Date,
): Promise<string> {
  const { available, held } = accounts(withdrawal);
  const postings = [
    { account: held, amount: -withdrawal.amount },
    { account: available, amount: withdrawal.amount },
  ];
  await setTransactionStatus(tx, withdrawal.transactionLabel, ended);
  return refund(
    tx,
    withdrawal,
    { kind: 'withdrawal.release', key: `withdrawal:${withdrawal.label}:release`, postings },
    now,
  );
}

/** The bank has paid it: net out of the club's account, the fee stays with the club. */
export async function settleAmount(tx: Tx, withdrawal: WithdrawalRow, now: Date): Promise<void> {
  const { held, bank, fees } = accounts(withdrawal);
  const { label, amount, fee, transactionLabel } = withdrawal;
  const postings = [
    { account: held, amount: -amount },
    { account: bank, amount: amount - fee },
    ...(fee > 0n ? [{ account: fees, amount: fee }] : []),
  ];
  await bookEntry(tx, { kind: 'withdrawal.settlement', key: `withdrawal:${label}:settlement`, postings }, now);
  await setTransactionStatus(tx, transactionLabel, 'completed');
}

/** The bank has sent it back: the net amount is the member's again. Answers the label of their new transaction. */
export async function takeBackAmount(tx: Tx, withdrawal: WithdrawalRow, now: Date): Promise<string> {
  const { available, bank } = accounts(withdrawal);
  const net = withdrawal.amount - withdrawal.fee;
  const postings = [
    { account: bank, amount: -net },
    { account: available, amount: net },
  ];
  await setTransactionStatus(tx, withdrawal.transactionLabel, 'reversed');
  return refund(
    tx,
    withdrawal,
    { kind: 'withdrawal.return', key: `withdrawal:${withdrawal.label}:return`, postings },
    now,
  );
}

async function refund(
  tx: Tx,
  withdrawal: WithdrawalRow,
  entry: Parameters<typeof bookEntry>[1],
  now: Date,
): Promise<string> {
  const { userId, currency } = withdrawal;
  const reference = referenceTo(withdrawal);
  const booked = {
    userId,
    currency,
    type: 'withdrawal_refund' as const,
    status: 'completed' as const,
    reference,
    entry,
  };
  return (await recordTransaction(tx, booked, now)).label;
}
