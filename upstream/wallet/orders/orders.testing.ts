/** A club with the calls of orders, for tests. */
import type { Order } from '../../contract/orders';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { type CallOptions, type Club, getToken, openClub } from '../../identity/identity.testing';
import { getBalances } from '../../ledger/ledger';
import { createConfirmations } from '../receipts/confirmation';
import { mountOrders } from './orders.api';
import { receivePayment } from './payments';

/** All fields of all answers. */
interface OrderAnswer {
  status: number;
  body: Order & { message: string; code: string; errors: Record<string, string[]>; data: Order[]; total: number } & {
    name: string;
    mime_type: string;
  };
}

export const openOrdersClub = (open: Open): Promise<Club> =>
  openClub(open, {}, (api, deps) => {
    mountOrders(api, deps);
    deps.jobs.work('confirmation', createConfirmations(deps));
    return {};
  });

let keys = 0;
/** Returns an idempotency key that no other call has. */
export const newKey = () => `key-${process.pid}-${++keys}`;

/** The member's own calls. Each deposit has a new key unless one is given. */
export async function openOrders(club: Club, email: string) {
  const token = await getToken(club, email);
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    club.call(method, path, { token, body, ...options }) as unknown as Promise<OrderAnswer>;
  return {
    call,
    deposit: (amount: unknown, key = newKey(), options: CallOptions = {}) =>
      call('POST', '/wallet/deposits', { amount }, { headers: { 'idempotency-key': key }, ...options }),
    show: async (label: string, options: CallOptions = {}) =>
      (await call('GET', `/wallet/orders/${label}`, undefined, options)).body,
    cancel: (label: string) => call('POST', `/wallet/orders/${label}/cancel`, {}),
  };
}

/** Books a payment for an order, in minor units. */
export const pay = (club: Club, label: string, amount: bigint, now: Date, key = newKey()) =>
  transaction(club.db, (tx) => receivePayment(tx, club, { label, amount, key }, now));

/** Opens a club with one member who has ordered a deposit. `available` reads the member's balance. */
export async function openWithOrder(open: Open, amount = '100.00') {
  const club = await openOrdersClub(open);
  const { id } = await club.addMember();
  const mia = await openOrders(club, 'mia@example.org');
  const { order_label: label } = (await mia.deposit(amount)).body;
  const available = async () => (await getBalances(club.db, id, 'EUR')).available;
  return { club, mia, label, id, available };
}
