/** Tells open pages how many plants of a sale are left: the public channel `sales`, event `sale.updated`. */
import { eq } from 'drizzle-orm';
import { broadcast } from '../../broadcasting/broadcaster';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { growingSales } from './sales.tables';
import { availableOf, statusOf } from './show-sales';

export async function tellOfStock(
  tx: Tx,
  { broadcaster }: Pick<Deps, 'broadcaster'>,
  label: string,
  now: Date,
): Promise<void> {
  const [sale] = await tx.select().from(growingSales).where(eq(growingSales.label, label));
  if (!sale) return;
  const data = { sale_label: label, available: availableOf(sale), status: statusOf(sale, now) };
  broadcast(tx, broadcaster, { channels: ['sales'], event: 'sale.updated', data });
}
