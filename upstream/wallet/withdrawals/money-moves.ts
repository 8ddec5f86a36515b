/** The ledger entries of a withdrawal: a hold, then its release, or its settlement and perhaps its return. */
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
 * Books the hold: the amount leaves the available money until the bank has answered.
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

/**
 * Books the release: the amount with its fee is available again. Sets how the first transaction ended. Returns the
 * label of the new one.
 */
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

/** Books the settlement: the net amount leaves the club's bank account, and the fee stays with the club. */
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

/** Books the return: the net amount is available again. Returns the label of the member's new transaction. */
export async function returnAmount(tx: Tx, withdrawal: WithdrawalRow, now: Date): Promise<string> {
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
