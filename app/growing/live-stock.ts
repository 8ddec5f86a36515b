/** How many plants of a sale are left, as open pages hear of it (docs/product/growing.md#buying). */
import type { Sale, SaleStatus } from '../../upstream/contract/growing';
import { fieldsOf } from '../platform/browser/events';

/** The data of `sale.updated`. */
export type Stock = Pick<Sale, 'sale_label' | 'available' | 'status'>;

/** An event does not say how many plants are reserved, so a page that heard one does not know. */
export type LiveSale = Omit<Sale, 'reserved'> & { reserved: number | null };

const STATES: Record<SaleStatus, true> = { upcoming: true, open: true, sold_out: true, closed: true };

/** Reads the data of an event. Returns null for anything else. */
export function readStock(data: unknown): Stock | null {
  const { sale_label, available, status } = fieldsOf(data);
  if (typeof sale_label !== 'string' || typeof status !== 'string' || !Object.hasOwn(STATES, status)) return null;
  if (typeof available !== 'number' || !Number.isInteger(available) || available < 0) return null;
  return { sale_label, available, status: status as SaleStatus };
}

/** Whether the stock differs from what the sale shows. */
export const isNews = (sale: LiveSale, { available, status }: Stock): boolean =>
  sale.available !== available || sale.status !== status;

/** Returns the sale with this stock, and with what the member may buy of it. */
export function withStock(sale: LiveSale, stock: Stock | undefined): LiveSale {
  if (!stock || !isNews(sale, stock)) return sale;
  const { available, status } = stock;
  const allowance = Math.max(0, sale.max_per_member - sale.mine - sale.mine_reserved);
  const canBuy = status === 'open' && sale.open_order === null;
  return { ...sale, available, status, reserved: null, may_buy: canBuy ? Math.min(available, allowance) : 0 };
}

/** Why the member can buy nothing now. */
export function whyNot(sale: Pick<Sale, 'open_order' | 'status'>) {
  if (sale.open_order) return 'open_order';
  return sale.status === 'open' ? 'most' : sale.status;
}
