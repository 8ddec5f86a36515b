/** Members of three levels below Anna who bought plants too, so that rooms belong to several and she earns commissions. */
import { asc, inArray } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { users } from '../members/members.tables';
import type { Refunded, SeedEvent } from './wallet.seed-past';

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

interface Purchase {
  room: string;
  daysAgo: number;
  quantity: number;
  refunded?: Refunded;
}

/** How many of each level bought, the first ones the most. */
const levels = [
  { buyers: 8, plants: (place: number, index: number) => 2 + ((place * 5 + index * 3) % 8) },
  { buyers: 5, plants: (place: number, index: number) => 1 + ((place + index) % 2) },
  { buyers: 4, plants: () => 1 },
];

/** What single members of the first level bought besides, by their place. */
const besides: Purchase[][] = [
  [{ room: 'H4', daysAgo: 6, quantity: 2 }],
  [{ room: 'H4', daysAgo: 5, quantity: 1 }],
  // Its commission was paid before, and is taken back.
  [{ room: 'H2', daysAgo: 257, quantity: 3, refunded: { reason: 'Doppelt bestellt', after: 14.5 } }],
  // Its commission was not paid yet.
  [{ room: 'H4', daysAgo: 7, quantity: 1, refunded: { reason: 'Umzug', after: 3 } }],
];

/** The sale that is sold out today: two plants each for the first six. */
const soldOut = { room: 'H3', daysAgo: 18, quantity: 2, buyers: 6 };

const dayMs = 24 * 60 * 60_000;

/** Returns each neighbour with the deposits and purchases since they joined. */
export async function listNeighbours(
  tx: Tx,
  annaId: number,
  now: Date,
): Promise<{ userId: number; past: SeedEvent[] }[]> {
  const neighbours: { userId: number; past: SeedEvent[] }[] = [];
  let above = [annaId];
  for (const [level, { buyers, plants }] of levels.entries()) {
    const members = await tx
      .select({ userId: users.id, since: users.createdAt })
      .from(users)
      .where(inArray(users.referrerId, above))
      .orderBy(asc(users.createdAt), asc(users.id));
    above = members.map(({ userId }) => userId);
    for (const [place, { userId, since }] of members.slice(0, buyers).entries()) {
      const memberFor = (now.getTime() - since.getTime()) / dayMs;
      const bought: Purchase[] = [
        ...sales.map((sale, index) => ({ ...sale, quantity: plants(place, index) })),
        ...(level === 0 ? (besides[place] ?? []) : []),
        ...(level === 0 && place < soldOut.buyers ? [soldOut] : []),
      ];
      const asMember = bought.filter(({ daysAgo }) => daysAgo + 6 < memberFor);
      neighbours.push({ userId, past: asMember.flatMap((purchase) => purchaseOf(purchase, place + level / 3)) });
    }
  }
  return neighbours;
}

function purchaseOf({ room, daysAgo, quantity, refunded }: Purchase, place: number) {
  const at = daysAgo - place / 8;
  return [
    { daysAgo: at + 2, kind: 'deposit', amount: price * BigInt(quantity) },
    { daysAgo: at, kind: 'plants', room, quantity, price, ...(refunded && { refunded }) },
  ] satisfies SeedEvent[];
}
