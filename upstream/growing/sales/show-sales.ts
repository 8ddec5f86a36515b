/** Shows sales in the shape of the contract. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Sale, SaleStatus } from '../../contract/growing';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';
import { decimal } from '../../ledger/ledger';
import { growingRooms } from '../rooms/rooms.tables';
import { growingPurchases, growingSales } from './sales.tables';

export type SaleRow = typeof growingSales.$inferSelect;

/** What a member has of a sale. */
export interface OwnPart {
  sold: number;
  reserved: number;
  openOrder: string | null;
}

const mine = (userId: number) => sql<OwnPart>`(
  select json_build_object(
    'sold', coalesce(sum(quantity) filter (where state = 'sold'), 0),
    'reserved', coalesce(sum(quantity) filter (where state = 'reserved'), 0),
    'openOrder', max(order_label) filter (where state = 'reserved'))
  from ${growingPurchases}
  where ${and(eq(growingPurchases.saleLabel, growingSales.label), eq(growingPurchases.userId, userId))})`;

const select = (db: Queryable, userId: number) =>
  db
    .select({ sale: growingSales, room: growingRooms, own: mine(userId) })
    .from(growingSales)
    .innerJoin(growingRooms, eq(growingRooms.code, growingSales.roomCode));

/** Years of sales. An older one is reached from its orders. */
const mostSales = 100;

/** Returns the newest sales; those that end last come first. */
export async function listSales(db: Queryable, userId: number, now: Date, language: Language): Promise<Sale[]> {
  const rows = await select(db, userId).orderBy(desc(growingSales.endsAt), growingSales.label).limit(mostSales);
  return rows.map((row) => show(row, now, language));
}

/** @throws NotFound */
export async function getSale(
  db: Queryable,
  userId: number,
  label: string,
  now: Date,
  language: Language,
): Promise<Sale> {
  const [found] = await select(db, userId).where(eq(growingSales.label, label));
  if (!found) throw new NotFound();
  return show(found, now, language);
}

/** The state that follows from time, stock and whether staff closed it. */
export function statusOf(sale: SaleRow, now: Date): SaleStatus {
  if (sale.closedAt || sale.endsAt <= now) return 'closed';
  if (sale.startsAt > now) return 'upcoming';
  return availableOf(sale) > 0 ? 'open' : 'sold_out';
}

export const availableOf = ({ total, sold, reserved }: SaleRow): number => total - sold - reserved;

/** The number that the member may still have, whatever is left. */
export const allowanceOf = ({ maxPerMember }: SaleRow, own: OwnPart): number =>
  Math.max(0, maxPerMember - own.sold - own.reserved);

/** Plants wait until the harvest of the cycle before their first. Its day is known only while that cycle grows. */
const waitsFor = ({ firstCycle }: SaleRow, { cycle, stage, expectedOn }: RoomRow): Sale['waits'] => {
  if (cycle >= firstCycle) return null;
  const isGrowing = stage === 'seedling' || stage === 'vegetative' || stage === 'flowering';
  return { harvest_on: cycle === firstCycle - 1 && isGrowing ? expectedOn : null };
};

type RoomRow = typeof growingRooms.$inferSelect;
type Found = { sale: SaleRow; room: RoomRow; own: OwnPart };

function show({ sale, room, own }: Found, now: Date, language: Language): Sale {
  const status = statusOf(sale, now);
  const available = availableOf(sale);
  const canBuy = status === 'open' && own.openOrder === null;
  const isGerman = language === 'de';
  return {
    sale_label: sale.label,
    room: { code: room.code, name: isGerman ? room.nameDe : room.name, city: room.city },
    strain: sale.strain,
    first_cycle: sale.firstCycle,
    cycles: sale.cycles,
    waits: waitsFor(sale, room),
    starts_at: sale.startsAt.toISOString(),
    ends_at: (sale.closedAt ?? sale.endsAt).toISOString(),
    price_per_plant: decimal(sale.pricePerPlant, sale.currency),
    currency: sale.currency,
    total: sale.total,
    available,
    reserved: sale.reserved,
    max_per_member: sale.maxPerMember,
    mine: own.sold,
    mine_reserved: own.reserved,
    may_buy: canBuy ? Math.min(available, allowanceOf(sale, own)) : 0,
    open_order: own.openOrder,
    member_share_percent: (sale.memberShare / 100).toFixed(2),
    status,
    terms_note: (isGerman ? sale.termsNoteDe : null) ?? sale.termsNote,
  };
}
