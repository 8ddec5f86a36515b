/** Loads the data of the wallet page and of the wallet's dashboard cards. */
import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';
import { stairOf } from '../ui/chart.server';
import { blockOf } from './blocks.server';

const CHART_DAYS = 90;
const AXIS_DAYS = 4;

/** Tells whether the member may open the page of deposits. Temporary blocks do not count. */
export const mayDeposit = ({ member, modules }: Member): boolean =>
  member.user.permissions.includes('wallet.deposit') && modules.includes('growing');

/** Returns the balances, and what blocks a deposit or a withdrawal. */
export async function loadWallet(current: Member) {
  const { balances, deposit, withdrawal } = await current.api.call(contract.wallet.getWallet);
  return {
    balances,
    deposit: { blocked: blockOf(current, 'deposit', deposit.blocked) },
    withdrawal: { blocked: blockOf(current, 'withdraw', withdrawal.blocked) },
  };
}

/** Returns the step line of the last 90 days, and the balances on the days of the axis. */
export async function loadHistory({ api }: Member) {
  const { currency, points } = await api.call(contract.wallet.getBalanceHistory, { query: { days: CHART_DAYS } });
  const last = points.length - 1;
  const at = (index: number) => points[Math.round(index)] as (typeof points)[number];
  return {
    currency,
    shape: stairOf(points.map(({ balance }) => Number(balance))),
    days: Array.from({ length: AXIS_DAYS }, (_, index) => at((last * index) / (AXIS_DAYS - 1))),
  };
}

/** What is ordered, with how many of it: `3 × Plant in House 4, from cycle 1`. */
function titleOf([first]: { title: string; quantity: number }[]): string {
  if (!first) return '';
  return first.quantity > 1 ? `${first.quantity} × ${first.title}` : first.title;
}

/** Returns the newest `most` open orders and the newest `most` open withdrawals. */
export async function loadOpen({ api }: Member, most: number) {
  const { orders, withdrawals } = await api.call(contract.walletOpen.listOpenItems, { query: { most } });
  return {
    moreOrders: orders.total - orders.data.length,
    moreWithdrawals: withdrawals.total - withdrawals.data.length,
    orders: orders.data.map((order) => ({
      label: order.order_label,
      title: titleOf(order.items),
      type: order.type,
      status: order.status,
      timeline: order.timeline.map(stepOf),
      amount: order.amount,
      amount_paid: order.amount_paid,
      due: order.amount_due,
      currency: order.currency,
      created_at: order.created_at,
      expires_at: order.expires_at,
    })),
    withdrawals: withdrawals.data.filter(isUnderWay).map((withdrawal) => ({
      label: withdrawal.withdraw_label,
      target: withdrawal.withdraw_account.masked,
      status: withdrawal.status,
      timeline: withdrawal.timeline.map(stepOf),
      amount: withdrawal.amount,
      currency: withdrawal.currency,
      requested_at: withdrawal.requested_at,
      estimated_at: withdrawal.estimated_at,
      cancelable: withdrawal.actions.includes('cancel'),
    })),
  };
}

/** The stepper shows no notes of the club. */
const stepOf = <S extends { status: string; at: string }>({ status, at }: S) => ({ status, at });

/** The call answers with no others. */
const isUnderWay = <W extends { status: string }>(
  one: W,
): one is W & { status: 'pending' | 'approved' | 'processing' } =>
  ['pending', 'approved', 'processing'].includes(one.status);

export async function loadNewest({ api }: Member, most: number) {
  const { data } = await api.call(contract.transactions.listTransactions, { query: { per_page: most } });
  return data.map((transaction) => ({
    label: transaction.transaction_label,
    description: transaction.description,
    purpose: transaction.purpose ?? null,
    amount: transaction.direction === 'out' ? `-${transaction.amount}` : transaction.amount,
    currency: transaction.currency,
    booked_at: transaction.booked_at,
  }));
}

type Loaded<T extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>;

export type Wallet = Loaded<typeof loadWallet>;
export type History = Loaded<typeof loadHistory>;
export type Open = Loaded<typeof loadOpen>;
export type Newest = Loaded<typeof loadNewest>;
