import type { Member } from '../platform/gates.server';
import { loadOpen, loadWallet } from './wallet.server';

/** The balances alone: why something cannot be done now stands in the wallet. */
export async function loadBalanceCard(member: Member) {
  const { balances } = await loadWallet(member);
  return { balances };
}

/** The newest order under way, or else the newest withdrawal, and how many more there are: a page has its weight. */
export async function loadOpenCard(member: Member) {
  const { orders, withdrawals, more } = await loadOpen(member, 1);
  const items = [
    ...orders.map(({ label, title, due, currency, status }) => ({
      to: `/financial/order/${label}`,
      title,
      target: undefined,
      amount: due,
      currency,
      state: status === 'partially_paid' ? ('part' as const) : ('unpaid' as const),
    })),
    ...withdrawals.map(({ label, target, amount, currency, status }) => ({
      to: `/financial/withdraw/${label}`,
      title: undefined,
      target,
      amount,
      currency,
      state: status === 'pending' ? ('checked' as const) : ('at_bank' as const),
    })),
  ];
  return { items: items.slice(0, 1), more: more + Math.max(items.length - 1, 0) };
}
