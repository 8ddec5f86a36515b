/** A club with the calls of sales and orders, for tests. */
import type { Sale } from '../../contract/growing';
import type { Order } from '../../contract/orders';
import { verificationContext } from '../../contract/verification';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { type CallOptions, type Club, getToken, openClub } from '../../identity/identity.testing';
import { makeCode } from '../../identity/verification/verification-code';
import { getBalances } from '../../ledger/ledger';
import { createBankDetailsMails } from '../../wallet/orders/bank-details-mail';
import { mountOrders } from '../../wallet/orders/orders.api';
import { newKey } from '../../wallet/orders/orders.testing';
import { createConfirmations } from '../../wallet/receipts/confirmation';
import { recordTransaction } from '../../wallet/transactions/record';
import { describePurchase } from './purchase-purpose';
import { mountSales } from './sales.api';

/** All fields of all answers. */
interface Answer {
  status: number;
  body: Omit<Order, 'status'> &
    Omit<Sale, 'status'> & { status: string } & {
      data: Sale[];
      message: string;
      code: string;
      errors: Record<string, string[]>;
    };
}

/** Opens the club. `mount` adds other calls of growing. */
export const openSalesClub = (open: Open, mount: (api: Api, deps: Deps) => void = () => {}): Promise<Club> =>
  openClub(
    open,
    {},
    (api, deps) => {
      mountOrders(api, deps);
      mountSales(api, deps);
      mount(api, deps);
      deps.jobs.work('confirmation', createConfirmations(deps));
      deps.jobs.work('bank-details', createBankDetailsMails(deps));
      return {};
    },
    (deps) => ({ 'plants.buy': (...asked) => describePurchase(deps.db, ...asked) }),
  );

/** Adds a member with money, and returns the member's calls. */
export async function aBuyer(club: Club, money = 0n, member: Parameters<Club['addMember']>[0] = {}) {
  const email = `buyer.${++buyers}@example.org`;
  const { id } = await club.addMember({ email, ...member });
  if (money > 0n) await give(club, id, money);
  return { id, ...(await openBuyer(club, id, email)) };
}

let buyers = 0;

/** Gives money that needs no transfer of the bank. */
const give = (club: Club, userId: number, amount: bigint) =>
  transaction(club.db, (tx) => {
    const postings = [
      { account: { kind: 'club.adjustment' as const, currency: 'EUR' }, amount: -amount },
      { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount },
    ];
    const entry = { kind: 'bonus', key: `test:bonus:${newKey()}`, postings };
    return recordTransaction(tx, { userId, currency: 'EUR', type: 'bonus', status: 'completed', entry }, new Date());
  });

/** The member's own calls. Each order has a new key unless one is given. */
async function openBuyer(club: Club, userId: number, email: string) {
  // Each from an address of its own, so that no limit on sign-ins counts them together.
  const ip = `198.51.100.${userId % 256}`;
  const token = await getToken(club, email, { ip });
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    club.call(method, path, { token, body, ...options }) as unknown as Promise<Answer>;
  const buy = (sale: string, body: object, key = newKey(), options: CallOptions = {}) =>
    call('POST', `/growing/sales/${sale}/orders`, body, { headers: { 'idempotency-key': key }, ...options });
  return {
    call,
    buy,
    /** Orders with money of the balance, and with a code for it. */
    buyFromBalance: async (sale: string, quantity: number, from_balance: string, key = newKey()) => {
      const context = verificationContext.plants({ sale_label: sale, quantity, from_balance });
      const bond = { userId, action: 'plants.buy' as const, context };
      const code = await transaction(club.db, (tx) => makeCode(tx, club, bond, new Date()));
      return buy(sale, { quantity, from_balance, verification_method: 'email', verification_code: code }, key);
    },
    money: () => getBalances(club.db, userId, 'EUR'),
    sale: async (label: string, options: CallOptions = {}) =>
      (await call('GET', `/growing/sales/${label}`, undefined, options)).body,
    order: async (label: string) => (await call('GET', `/wallet/orders/${label}`)).body,
    cancel: (label: string) => call('POST', `/wallet/orders/${label}/cancel`, {}),
  };
}
