/** Staff commands about recorded harvests. Rules: docs/product/growing.md#harvests. */
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { decimal } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { readHarvestId, versionId } from './harvest-id';
import {
  approveHarvest,
  discardHarvest,
  enqueuePayout,
  findHarvest,
  type HarvestRow,
  lockHarvest,
  sumDues,
} from './harvests';
import { growingHarvestShares, growingHarvests } from './harvests.tables';
import { asData, describeStatement, sizeOf, whole } from './statement-lines';

const permission = 'harvests.manage';
const most = 50;

export const harvestShow = defineCommand({
  name: 'harvest show',
  summary: 'Show the statement of a harvest or of a correction',
  positionals: ['id'],
  proof: 'required',
  permission,
  options: {},
  details: 'ID is H2-13 for the newest version, or H2-13.1 for one version.',
  given: z.strictObject({ id: z.string() }),
  run: ({ db }, { id: typed }, now, actor) =>
    transaction(db, async (tx) => {
      const harvest = await getVersion(tx, typed);
      await auditStaff(tx, now, { actor, action: 'harvest.shown', detail: { harvest: versionId(harvest) } });
      return { lines: [...(await describeStatement(tx, harvest)), `It is ${harvest.status}.`], data: asData(harvest) };
    }),
});

export const harvestApprove = defineCommand({
  name: 'harvest approve',
  summary: 'Approve a recorded harvest or correction; the server then pays it out',
  positionals: ['id'],
  proof: 'required',
  permission,
  options: {},
  details: [
    'ID is H2-13, or H2-13.1 for one version; a version after the first is named. From the amount four_eyes_from of',
    'config/wallet.json on, whoever recorded it does not approve it. An approved one, whose payout stands still, is',
    'queued again. It needs the permission harvests.manage.',
  ].join('\n'),
  given: z.strictObject({ id: z.string() }),
  run: (deps, { id: typed }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const harvest = await getVersion(tx, typed);
      const id = versionId(harvest);
      if (harvest.status === 'approved') {
        await enqueuePayout(tx, deps, harvest);
        return { lines: [`${id} is approved already; its payout goes on.`], data: asData(harvest) };
      }
      requireRecorded(harvest);
      await requireRead(tx, typed, harvest);
      if (harvest.recordedBy === actor.id && (await sizeOf(tx, harvest)) >= harvest.fourEyesFrom) {
        throw new CommandFailed(`${actor.name} recorded ${id}: a colleague has to approve it.`);
      }
      await approveHarvest(tx, deps, harvest, actor.id, now);
      const { more } = await sumDues(tx, harvest);
      await auditStaff(tx, now, { actor, action: 'harvest.approved', detail: { harvest: id, due: String(more) } });
      return {
        lines: [
          ...(await describeStatement(tx, harvest)),
          `Approved: the server pays ${decimal(more, harvest.currency)} ${harvest.currency}. harvest list shows how far it is.`,
        ],
        data: { ...asData(harvest), status: 'approved', due: decimal(more, harvest.currency) },
      };
    }),
});

export const harvestDiscard = defineCommand({
  name: 'harvest discard',
  summary: 'Discard a recorded harvest or correction that nobody approved',
  positionals: ['id'],
  proof: 'required',
  permission,
  options: { reason: { value: 'TEXT', summary: 'why; it stands in the audit log', required: true } },
  given: z.strictObject({ id: z.string(), reason: textOption(300) }),
  run: (deps, { id: typed, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const harvest = await getVersion(tx, typed);
      requireRecorded(harvest);
      await discardHarvest(tx, harvest, actor.id, now);
      const id = versionId(harvest);
      await auditStaff(tx, now, { actor, action: 'harvest.discarded', detail: { harvest: id, reason } });
      return { lines: [`Discarded ${id}.`], data: { ...asData(harvest), status: 'discarded' } };
    }),
});

/** Locks the version that was named, or the newest. Throws CommandFailed. */
async function getVersion(tx: Tx, typed: string): Promise<HarvestRow> {
  const named = readHarvestId(typed);
  const found = named && (await findHarvest(tx, named));
  if (!found) throw new CommandFailed(`There is no harvest ${typed}.`);
  return lockHarvest(tx, found);
}

function requireRecorded(harvest: HarvestRow): void {
  if (harvest.status !== 'recorded') throw new CommandFailed(`${versionId(harvest)} is ${harvest.status}.`);
}

/**
 * Throws CommandFailed with the statement for a later version that was not named. Otherwise a recorder could discard what
 * the colleague has read, and record other figures before the approval.
 */
async function requireRead(tx: Tx, typed: string, harvest: HarvestRow): Promise<void> {
  if (harvest.version === 1 || readHarvestId(typed)?.version) return;
  const lines = await describeStatement(tx, harvest);
  throw new CommandFailed(
    [...lines, `Nothing was approved. If this is right, name it: ${versionId(harvest)}`].join('\n'),
  );
}

export const harvestList = defineCommand({
  name: 'harvest list',
  summary: `List the newest harvests and corrections, at most ${most}, and how far their payout is`,
  positionals: [],
  proof: 'required',
  permission,
  options: {},
  given: z.strictObject({}),
  run: ({ db }, _, now, actor) =>
    transaction(db, async (tx) => {
      const harvests = await listHarvests(tx);
      const owed = await listOwedToLeavers(tx);
      await auditStaff(tx, now, { actor, action: 'harvests.listed' });
      const lines = harvests.map(({ harvest, settled }) => {
        const { recorded_at, recorded_by, pool, currency } = asData(harvest);
        const progress = `${whole(settled)} of ${whole(harvest.members)} settled`;
        return `${versionId(harvest)}  ${harvest.status}  ${recorded_at.slice(0, 10)} by member ${recorded_by}  pool ${pool} ${currency}  ${progress}`;
      });
      return {
        lines: [
          ...(lines.length > 0 ? lines : ['No harvest is recorded yet.']),
          ...owed.map(({ id, user, amount }) => `${id}: the club owes ${amount} to member ${user}, who has left.`),
        ],
        data: { harvests: harvests.map(({ harvest, settled }) => ({ ...asData(harvest), settled })), owed },
      };
    }),
});

async function listHarvests(tx: Tx): Promise<{ harvest: HarvestRow; settled: number }[]> {
  const { roomCode, cycle, version, settledAt } = growingHarvestShares;
  const settled = tx.$count(
    growingHarvestShares,
    and(
      eq(roomCode, growingHarvests.roomCode),
      eq(cycle, growingHarvests.cycle),
      eq(version, growingHarvests.version),
      isNotNull(settledAt),
    ),
  );
  return tx
    .select({ harvest: growingHarvests, settled: sql<number>`(${settled})::int` })
    .from(growingHarvests)
    .orderBy(desc(growingHarvests.recordedAt), growingHarvests.roomCode, desc(growingHarvests.version))
    .limit(most);
}

/** What corrections brought to members who have left. Staff transfer it by hand. */
async function listOwedToLeavers(tx: Tx) {
  const { due, withheld, userId, settledAt, transactionLabel } = growingHarvestShares;
  const rows = await tx
    .select()
    .from(growingHarvestShares)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isNotNull(users.deletedAt), isNotNull(settledAt), isNull(transactionLabel), gt(due, withheld)))
    .orderBy(desc(settledAt), userId)
    .limit(most);
  return rows.map(({ growing_harvest_shares: share }) => ({
    id: versionId(share),
    user: share.userId,
    amount: `${decimal(share.due - share.withheld, 'EUR')} EUR`,
  }));
}
