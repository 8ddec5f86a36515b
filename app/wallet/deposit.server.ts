import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/forms.server';
import type { Member } from '../platform/gates.server';
import { newIdempotencyKey, onceBy } from '../platform/idempotency.server';
import type { Args } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { formatNumber } from '../ui/numbers';
import { blockOf } from './blocks.server';
import { amountIn, createDepositSchema, depositSchema } from './deposit.schema';

const DEPOSIT = '/financial/action/make-deposit';

/**
 * What the page needs: limits, why nothing can be paid in, and the amount that the address names. With `step=review` it
 * is to be confirmed, else it stands in the field.
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
    /** The form is not shown: where it was posted, its answer says why. */
    blocked: blockOf('deposit', blocked),
    typed: amount && formatNumber(amount, 'currency', current.language),
    review: isReview ? { amount, idempotencyKey: newIdempotencyKey() } : null,
  };
}

/** Leads to the review, whose address holds the amount: a reload or another language loses nothing. */
export async function reviewDeposit(args: Args, current: Member) {
  const { deposit } = await current.api.call(contract.wallet.getWallet);
  const form = await parseForm(args, depositSchema(current.language, deposit));
  if (!form.value) return form.reply();
  return redirect(current, `${DEPOSIT}?amount=${form.value.amount}&step=review`);
}

/** Creates the order, once for each form that was shown, and leads to it. */
export async function createDeposit(args: Args, current: Member) {
  const form = await parseForm(args, createDepositSchema);
  if (!form.value) return form.reply();
  const { amount } = form.value;
  const answer = await current.api.attempt(contract.orders.createDeposit, { json: { amount }, ...onceBy(form.value) });
  if (answer.ok) return redirect(current, `/financial/order/${answer.data.order_label}`);
  return form.reply(answer.failure);
}
