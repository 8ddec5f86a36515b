import { contract } from '../../upstream/contract/contract';
import type { TicketReference } from '../../upstream/contract/support-tickets';
import type { Member } from '../platform/request/gates.server';
import { REFERENCE_NAMES } from './reference';

const LABEL = /^[A-Za-z0-9-]{2,20}$/;

/** Returns the reference that a link put into the address of the form, as it stands there; null without one. */
export function askedReference(search: URLSearchParams): TicketReference | null {
  for (const [name, kind] of Object.entries(REFERENCE_NAMES)) {
    const label = search.get(name)?.trim();
    if (label) return { kind, label };
  }
  return null;
}

/** Reads the reference of a posted form, such as `order OR-3H7N6ZPA3`. Returns null for anything else. */
export function postedReference(value: unknown): TicketReference | null {
  const [name = '', label = ''] = typeof value === 'string' ? value.split(' ') : [];
  const kind = Object.values(REFERENCE_NAMES).find((one) => one === name);
  return kind ? { kind, label } : null;
}

/** Returns the reference with its label as the club writes it, or null if the member has no such thing. */
export async function findOwnReference(
  { api, modules }: Member,
  { kind, label }: TicketReference,
): Promise<TicketReference | null> {
  if (!LABEL.test(label) || !modules.includes(kind === 'plant' ? 'growing' : 'wallet')) return null;
  const found = await labelOf(api, kind, label);
  return found ? { kind, label: found } : null;
}

async function labelOf(api: Member['api'], kind: TicketReference['kind'], label: string): Promise<string | null> {
  const params = { label };
  if (kind === 'order') {
    const order = await api.attempt(contract.orders.getOrder, { params });
    return order.ok ? order.data.order_label : null;
  }
  if (kind === 'withdrawal') {
    const withdrawal = await api.attempt(contract.withdrawals.getWithdrawal, { params });
    return withdrawal.ok ? withdrawal.data.withdraw_label : null;
  }
  if (kind === 'transaction') {
    const transaction = await api.attempt(contract.transactions.getTransaction, { params });
    return transaction.ok ? transaction.data.transaction_label : null;
  }
  const plant = await api.attempt(contract.growingPlants.getPlant, { params: { number: label } });
  return plant.ok ? plant.data.number : null;
}
