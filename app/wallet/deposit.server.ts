import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { idempotencyKeyIn, newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import type { Member } from '../platform/request/gates.server';
import type { Args } from '../platform/request/request-context.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { formatNumber } from '../ui/numbers';
import { blockOf } from './blocks.server';
import { amountIn, createDepositSchema, depositSchema } from './deposit.schema';

const DEPOSIT = '/financial/action/make-deposit';

/**
 * Loads the limits, the block if any, and the amount in the address. With `step=review` the member confirms that
 * amount. Otherwise it fills the field.
 */
export async function loadDeposit(current: Member) {
  const { deposit } = await current.api.call(contract.wallet.getWallet);
  const { min, max, expires_after_days: days, blocked } = deposit;
  const { searchParams } = current.url;
  const amount = amountIn(searchParams);
  const isReview = amount !== null && searchParams.get('step') === 'review';
  return {
    limits: { min, max },
    days,
    /** A blocked page has no form. If the member posted one anyway, the answer of the post says why. */
    blocked: blockOf(current, 'deposit', blocked),
    typed: amount && formatNumber(amount, 'currency', current.language),
    review: isReview ? { amount, idempotencyKey: idempotencyKeyIn(searchParams) } : null,
  };
}

/** Returns the address of a new review. It holds amount and key, so that reload, "back" and language lose neither. */
const newReviewOf = (amount: string) =>
  `${DEPOSIT}?${new URLSearchParams({ amount, step: 'review', key: newIdempotencyKey() })}`;

/** Redirects to the review. */
export async function reviewDeposit(args: Args, current: Member) {
  const { deposit } = await current.api.call(contract.wallet.getWallet);
  const form = await parseForm(args, depositSchema(current.language, deposit));
  if (!form.value) return form.reply();
  return redirect(current, newReviewOf(form.value.amount));
}

/** Whether nothing is to be transferred for this order any more. */
async function hasEnded({ api }: Member, label: string): Promise<boolean> {
  const { amount_due: due } = await api.call(contract.orders.getOrder, { params: { label } });
  return Number(due) === 0;
}

/**
 * Creates the order, only once for each form that was shown, and redirects to its bank details. A form that is sent
 * again leads to its order, or to a new review if that order has ended.
 */
export async function createDeposit(args: Args, current: Member) {
  const form = await parseForm(args, createDepositSchema);
  if (!form.value) return form.reply();
  const { amount } = form.value;
  const answer = await current.api.attempt(contract.orders.createDeposit, { json: { amount }, ...onceBy(form.value) });
  if (answer.ok) {
    const order = `/financial/order/${answer.data.order_label}`;
    if (!answer.isRepeated) return redirect(current, `${order}/bank-details`);
    if (await hasEnded(current, answer.data.order_label))
      return redirectWithFlash(current, newReviewOf(amount), { kind: 'info', text: 'wallet:deposit.ended_before' });
    return redirectWithFlash(current, order, { kind: 'info', text: 'wallet:deposit.ordered_before' });
  }
  // The key in the address is used up by a deposit of another amount.
  if ('idempotency_key' in answer.failure.errors)
    return redirectWithFlash(current, newReviewOf(amount), { kind: 'warning', text: 'form.stale' });
  return form.reply(answer.failure);
}
