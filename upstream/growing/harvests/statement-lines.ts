/** The statement of a harvest as lines for staff, before and after it is approved. */
import { and, asc, count, eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { growingLosses } from '../plants/plants.tables';
import { growingRooms } from '../rooms/rooms.tables';
import { versionId } from './harvest-id';
import { findPaid, type HarvestRow, sumDues } from './harvests';

/** Returns the whole statement to the cent, and for a correction what it changes. */
export async function describeStatement(tx: Tx, harvest: HarvestRow): Promise<string[]> {
  const [room] = await tx.select().from(growingRooms).where(eq(growingRooms.code, harvest.roomCode));
  const { currency, grams, costs, plants, pool } = harvest;
  const money = (amount: bigint) => `${decimal(amount, currency)} ${currency}`;
  const rows: [string, string][] = [
    ['Harvested', `${dayOf(harvest.harvestedAt)}, weighed ${dayOf(harvest.weighedAt)}`],
    ['Grams', `${whole(grams)}${plants > 0 ? `, ${(grams / plants).toFixed(1)} for each plant` : ''}`],
    ['Revenue', money(harvest.revenue)],
    ...costs.map(({ title, title_de, amount }): [string, string] => [
      'Cost',
      `${money(BigInt(-amount))}  ${title === title_de ? title : `${title_de} | ${title}`}`,
    ]),
    ['Surplus', money(harvest.surplus)],
    ['Members’ share', `${percent(harvest.memberShare)} %`],
    ['Pool', `${money(pool)}, rounded down to the cent`],
    [
      'Plants',
      `${whole(plants)} of ${whole(harvest.members)} members; ${whole(harvest.lost)} lost plants have no share`,
    ],
    ...(await listLosses(tx, harvest)),
    ...(plants > 0 ? [['Per plant', perPlant(harvest)] as [string, string]] : []),
    ['Left over', `${harvest.leftover} cents after each share is rounded down; one each for the largest remainders`],
    ...(await listChanges(tx, harvest, money)),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `${versionId(harvest)}: ${room?.name}, cycle ${harvest.cycle}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ];
}

/** Who noted losses of the cycle. A loss raises the share of the other plants, so whoever approves has to know. */
async function listLosses(tx: Tx, { roomCode, cycle }: HarvestRow): Promise<[string, string][]> {
  const { staffId } = growingLosses;
  const rows = await tx
    .select({ staffId, name: users.firstname, noted: count() })
    .from(growingLosses)
    .leftJoin(users, eq(users.id, staffId))
    .where(and(eq(growingLosses.roomCode, roomCode), eq(growingLosses.cycle, cycle)))
    .groupBy(staffId, users.firstname)
    .orderBy(asc(staffId));
  return rows.map(({ staffId, name, noted }) => [
    'Losses',
    `${whole(noted)} noted by ${staffId === null ? 'the demo club' : `${name}, member ${staffId}`}`,
  ]);
}

/** What a correction changes, in comparison with the version that was paid last. */
async function listChanges(
  tx: Tx,
  harvest: HarvestRow,
  money: (amount: bigint) => string,
): Promise<[string, string][]> {
  if (harvest.reason === null) return [];
  const { more, less, gaining, losing, same } = await sumDues(tx, harvest);
  return [
    ['Reason', harvest.reason === harvest.reasonDe ? harvest.reason : `${harvest.reasonDe} | ${harvest.reason}`],
    ['More', `${whole(gaining)} members get ${money(more)} more`],
    ['Too much', `${whole(losing)} members had ${money(less)} too much; it is deducted from their next payouts`],
    ['Unchanged', `${whole(same)} members`],
  ];
}

/** The exact fraction, the same with four decimals cut off, and rounded to the cent. */
function perPlant({ pool, plants, currency }: HarvestRow): string {
  const count = BigInt(plants);
  const fine = (pool * 100n) / count;
  const cut = `${fine / 10_000n}.${String(fine % 10_000n).padStart(4, '0')}`;
  const isExact = (pool * 100n) % count === 0n;
  const rounded = (pool * 2n + count) / (count * 2n);
  return `${decimal(pool, currency)} / ${plants} = ${cut}${isExact ? '' : '…'}, rounded ${decimal(rounded, currency)} ${currency}`;
}

/** Returns how large a version is for the four-eyes rule: a correction that takes away is as large as what was paid. */
export async function sizeOf(tx: Tx, harvest: HarvestRow): Promise<bigint> {
  const before = (await findPaid(tx, harvest))?.pool ?? 0n;
  return before > harvest.pool ? before : harvest.pool;
}

/** Returns a version as data, for `--json`. */
export const asData = (harvest: HarvestRow) => ({
  harvest: versionId(harvest),
  status: harvest.status,
  grams: harvest.grams,
  revenue: decimal(harvest.revenue, harvest.currency),
  surplus: decimal(harvest.surplus, harvest.currency),
  member_share_percent: percent(harvest.memberShare),
  pool: decimal(harvest.pool, harvest.currency),
  currency: harvest.currency,
  plants: harvest.plants,
  lost: harvest.lost,
  members: harvest.members,
  leftover_cents: harvest.leftover,
  recorded_by: harvest.recordedBy,
  recorded_at: harvest.recordedAt.toISOString(),
});

/** Hundredths of a percent as a number: `70`, `62.5`. */
export const percent = (share: number) => String(share / 100);

export const whole = (count: number) => count.toLocaleString('en');

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
