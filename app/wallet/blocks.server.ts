import type { z } from 'zod';
import type { Wallet } from '../../upstream/contract/wallet';
import { type Member, mayUse } from '../platform/request/gates.server';

type Block = NonNullable<z.infer<typeof Wallet>['deposit']['blocked']>;

const COMMON = {
  email_not_verified: '/settings/account',
  address_missing: '/settings/address',
  account_closing: '/settings/privacy',
  no_withdraw_account: '/settings/withdraw-accounts',
};
const WAYS_OUT = {
  deposit: {
    ...COMMON,
    too_many_open: '/financial/orders?state=open',
    missing_permission: '/support/contact/deposits',
  },
  withdraw: {
    ...COMMON,
    too_many_open: '/financial/withdrawals?state=open',
    missing_permission: '/support/contact/withdrawals',
    in_debt: '/financial/action/make-deposit',
    balance_too_low: '/financial/action/make-deposit',
  },
};

interface WayOut {
  to: string;
  /** The text of the link is `wallet:way_out.…`. */
  text: keyof (typeof WAYS_OUT)['deposit'] | keyof (typeof WAYS_OUT)['withdraw'];
}

/**
 * Returns what blocks a deposit or a withdrawal, with the page where the member can solve it. `wayOut` is null for a
 * block that ends by itself, and for one that needs support where the member may not write to it.
 */
export function blockOf(current: Member, kind: keyof typeof WAYS_OUT, block: Block | null) {
  if (!block) return null;
  const isOpen = block.code !== 'missing_permission' || asksSupport(current);
  return { ...block, wayOut: isOpen ? findWayOut(WAYS_OUT[kind], block.code) : null };
}

const asksSupport = (current: Member): boolean => !current.member.ghost && mayUse(current, 'support.write');

function findWayOut(ways: { [Code in WayOut['text']]?: string }, code: Block['code']): WayOut | null {
  const [text, to] = (Object.entries(ways) as [WayOut['text'], string][]).find(([name]) => name === code) ?? [];
  return text && to ? { to, text } : null;
}
