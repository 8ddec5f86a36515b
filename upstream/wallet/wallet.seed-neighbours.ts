/** Members of Anna's first line who bought plants too, so that the demo club's rooms belong to several. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { users } from '../members/members.tables';
import type { SeedEvent } from './wallet.seed-past';

const price = 14_900n;

/** What they bought, some days after Anna or Ben. */
const sales = [
  { room: 'H1', daysAgo: 598 },
  { room: 'H3', daysAgo: 490 },
  { room: 'H1', daysAgo: 388 },
  { room: 'H2', daysAgo: 259 },
  { room: 'H1', daysAgo: 188 },
  { room: 'H3', daysAgo: 66 },
];

/** The sale that is sold out today: two plants each for the first six. */
const soldOut = { room: 'H3', daysAgo: 18, quantity: 2, buyers: 6 };

const most = 8;
const dayMs = 24 * 60 * 60_000;

/** Returns each neighbour with the deposits and purchases since they joined. */
export async function listNeighbours(
  tx: Tx,
  annaId: number,
  now: Date,
): Promise<{ userId: number; past: SeedEvent[] }[]> {
  const members = await tx
    .select({ userId: users.id, since: users.createdAt })
    .from(users)
    .where(eq(users.referrerId, annaId))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(most);
  return members.map(({ userId, since }, place) => {
    const memberFor = (now.getTime() - since.getTime()) / dayMs;
    const bought = [
      ...sales.map((sale, index) => ({ ...sale, quantity: 2 + ((place * 5 + index * 3) % 8) })),
      ...(place < soldOut.buyers ? [soldOut] : []),
    ].filter(({ daysAgo }) => daysAgo + 6 < memberFor);
    return { userId, past: bought.flatMap((purchase) => purchaseOf(purchase, place)) };
  });
}

function purchaseOf({ room, daysAgo, quantity }: { room: string; daysAgo: number; quantity: number }, place: number) {
  const at = daysAgo - place / 8;
  return [
    { daysAgo: at + 2, kind: 'deposit', amount: price * BigInt(quantity) },
    { daysAgo: at, kind: 'plants', room, quantity, price },
  ] satisfies SeedEvent[];
}
