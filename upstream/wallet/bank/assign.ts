/** Says whose an unmatched transfer is, by word of the staff. */
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { lockUser } from '../../identity/identity';
import { findOrder } from '../orders/order-steps';
import { receivePayment } from '../orders/payments';
import { settleWithdrawal } from '../withdrawals/settlement';
import { lockBank } from './bank-lock';
import { bookDifference, bookForMember, bookKept, bookKnown } from './bookings';
import { findWithdrawal, hasLeft } from './matching';
import { findTransfer, keyOf, type Outcome, setOutcome, type TransferRow } from './transfers';

/** Whose it is: an order, a withdrawal, a member, or nobody's but the club's. */
export type Owner = { label: string } | { userId: number } | 'club';

/** It cannot be given to them; the message says why, for the staff. */
export class NotAssignable extends Error {
  override name = 'NotAssignable';
}

/**
 * Books an unmatched transfer as what it is.
 * @throws NotAssignable
 */
export async function assignTransfer(tx: Tx, deps: Deps, id: number, owner: Owner, now: Date): Promise<TransferRow> {
  await lockBank(tx);
  const transfer = await findTransfer(tx, id);
  if (!transfer) throw new NotAssignable(`There is no transfer ${id}.`);
  if (transfer.outcome !== 'unmatched') throw new NotAssignable(`Transfer ${id} is ${transfer.outcome} already.`);
  return setOutcome(tx, id, await bookAs(tx, deps, transfer, owner, now));
}

async function bookAs(tx: Tx, deps: Deps, transfer: TransferRow, owner: Owner, now: Date): Promise<Outcome> {
  if (owner === 'club') return { outcome: 'other', entryId: await bookKept(tx, transfer, now) };
  if (transfer.amount < 0n) return bookAsPayout(tx, deps, transfer, owner, now);
  if ('userId' in owner) {
    if ((await lockUser(tx, owner.userId)).deletedAt) throw new NotAssignable(`Member ${owner.userId} has left.`);
    return { outcome: 'assigned', entryId: await bookForMember(tx, transfer, owner.userId, now) };
  }
  const label = readLabel(owner.label, 'OR');
  if (!label || !(await findOrder(tx, label))) throw new NotAssignable(`There is no order ${owner.label}.`);
  if (await hasLeft(tx, label)) throw new NotAssignable(`The member of ${label} has left.`);
  await bookKnown(tx, transfer, now);
  const payment = { label, amount: transfer.amount, key: `${keyOf(transfer)}:assigned` };
  const { entryId } = await receivePayment(tx, deps, payment, now);
  return { outcome: 'assigned', orderLabel: label, entryId };
}

/** A debit can be that of a payout alone; what the bank took besides, or left, is the club's matter. */
async function bookAsPayout(
  tx: Tx,
  deps: Deps,
  transfer: TransferRow,
  owner: Exclude<Owner, 'club'>,
  now: Date,
): Promise<Outcome> {
  const label = 'label' in owner ? readLabel(owner.label, 'WD') : null;
  const withdrawal = label && (await findWithdrawal(tx, label));
  if (!withdrawal) throw new NotAssignable('Money that went out belongs to a withdrawal, or to the club.');
  await bookKnown(tx, transfer, now);
  const means = { externalReference: transfer.bankReference, now };
  if ((await settleWithdrawal(tx, deps, withdrawal.label, means)) !== 'done')
    throw new NotAssignable(`${withdrawal.label} is ${withdrawal.status}; only one that is processing can be paid.`);
  const difference = transfer.amount + withdrawal.net;
  const entryId = difference === 0n ? undefined : await bookDifference(tx, transfer, difference, now);
  return { outcome: 'payout', withdrawalLabel: withdrawal.label, entryId };
}
