import type { Member } from '../platform/request/gates.server';
import { onOneLine } from '../ui/numbers';
import { orderStep, withdrawalStep } from './current-step';
import { loadOpen, loadWallet, type Open } from './wallet.server';

/** Loads only the balances. The wallet page says why something is blocked. */
export async function loadBalanceCard(member: Member) {
  const { balances } = await loadWallet(member);
  return { balances };
}

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const MOST_ITEMS = 3;

/** Returns the newest open orders and withdrawals, how many more there are, and which of them await a transfer. */
export async function loadOpenCard(member: Member) {
  const { orders, withdrawals, moreOrders, moreWithdrawals } = await loadOpen(member, MOST_ITEMS);
  const items = [
    ...orders.map((order) => ({ since: order.created_at, item: itemOfOrder(order) })),
    ...withdrawals.map((withdrawal) => ({ since: withdrawal.requested_at, item: itemOfWithdrawal(withdrawal) })),
  ].sort((one, other) => other.since.localeCompare(one.since));
  return {
    items: items.slice(0, MOST_ITEMS).map(({ item }) => item),
    more: moreOrders + moreWithdrawals + Math.max(items.length - MOST_ITEMS, 0),
    payments: orders.filter(isPayable).map(paymentOf),
    moreOrders,
  };
}

type OpenOrder = Open['orders'][number];

const isPayable = ({ status }: OpenOrder) => status === 'awaiting_payment' || status === 'partially_paid';

const paymentOf = ({ label, due, currency, status, expires_at: until }: OpenOrder) => ({
  label,
  due,
  currency,
  isRest: status === 'partially_paid',
  until,
});

const itemOfOrder = ({ label, title, due, currency, status }: OpenOrder) => ({
  to: `/financial/order/${label}`,
  title,
  target: undefined,
  amount: due,
  currency,
  paying: orderStep(status),
  doing: undefined,
});

const itemOfWithdrawal = ({ label, target, amount, currency, status }: Open['withdrawals'][number]) => ({
  to: `/financial/withdraw/${label}`,
  title: undefined,
  target: onOneLine(target),
  amount,
  currency,
  paying: undefined,
  doing: withdrawalStep(status),
});
