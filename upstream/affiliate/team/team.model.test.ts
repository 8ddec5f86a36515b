/** Kept counts against a model of the tree: random registrations, purchases, refunds, moves and deletions. */
import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { findFailure } from '../../database/failures';
import { extent } from '../../extent.testing';
import { aSale } from '../../growing/growing.testing';
import { affiliateLevels, affiliateMonths, affiliateNodes, countedLevels } from './team.tables';
import { buy, join, leave, move, refund, start } from './team.testing';
import { listTeamFaults } from './verify-team';

const numRuns = extent(3, 40);
const patience = { timeout: 300_000 };

interface Node {
  id: number;
  sponsor: Node | null;
  deleted: boolean;
  orders: { label: string; quantity: number; refunded: boolean }[];
}

interface Step {
  kind: 'join' | 'buy' | 'refund' | 'move' | 'leave';
  one: number;
  other: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('join', 'join', 'join', 'buy', 'buy', 'refund', 'move', 'move', 'leave'),
  one: fc.nat({ max: 10_000 }),
  other: fc.nat({ max: 10_000 }),
});

/** A chain that is longer than what is counted, and then whatever happens. */
const scene = fc.array(step, { minLength: 15, maxLength: 40, size: 'max' });

class Model {
  nodes: Node[] = [];

  pick = (number: number) => this.nodes[number % this.nodes.length] as Node;
  up(node: Node, level: number): Node | null {
    let at: Node | null = node;
    for (let step = 0; step < level && at; step++) at = at.sponsor;
    return at;
  }
  isBelow(node: Node, top: Node): boolean {
    for (let at: Node | null = node; at; at = at.sponsor) if (at === top) return true;
    return false;
  }
  counts() {
    const levels = new Map<string, [members: number, active: number, volume: bigint]>();
    const teams = new Map(this.nodes.map(({ id }) => [id, 0]));
    for (const node of this.nodes) {
      const held = node.orders.filter(({ refunded }) => !refunded).reduce((sum, { quantity }) => sum + quantity, 0);
      const members = node.deleted ? 0 : 1;
      for (let level = 1; level <= countedLevels; level++) {
        const upline = this.up(node, level);
        if (!upline) break;
        const key = `${upline.id} ${level}`;
        const [a, b, c] = levels.get(key) ?? [0, 0, 0n];
        levels.set(key, [a + members, b + (held > 0 ? members : 0), c + BigInt(held) * 10_000n]);
        teams.set(upline.id, (teams.get(upline.id) ?? 0) + members);
      }
    }
    return {
      levels: [...levels].filter(([, [a, b, c]]) => a + b > 0 || c > 0n).sort(([a], [b]) => (a < b ? -1 : 1)),
      teams: [...teams].sort(([a], [b]) => a - b),
    };
  }
}

async function readCounts({ db }: TestDatabase): Promise<ReturnType<Model['counts']>> {
  const nodes = await db.select().from(affiliateNodes).orderBy(asc(affiliateNodes.userId));
  const kept = await db.select().from(affiliateLevels);
  return {
    levels: kept
      .filter(({ members, active, volume }) => members + active > 0 || volume > 0n)
      .map(({ userId, level, members, active, volume }): [string, [number, number, bigint]] => [
        `${userId} ${level}`,
        [members, active, volume],
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    teams: nodes.map(({ userId, team }) => [userId, team]),
  };
}

/** Does a step in the club and in the model. A move that would close a ring is refused in both. */
async function perform(club: TestDatabase, model: Model, sale: string, { kind, one, other }: Step): Promise<void> {
  const node = model.pick(one);
  const second = model.pick(other);
  if (kind === 'join') {
    const id = await join(club, node.id);
    model.nodes.push({ id, sponsor: node, deleted: false, orders: [] });
  } else if (kind === 'buy' && !node.deleted) {
    const quantity = 1 + (other % 3);
    node.orders.push({ label: await buy(club, sale, node.id, quantity), quantity, refunded: false });
  } else if (kind === 'refund') {
    const order = node.orders.find(({ refunded }) => !refunded);
    if (!order) return;
    await refund(club, order.label);
    order.refunded = true;
  } else if (kind === 'leave' && !node.deleted) {
    await leave(club, node.id);
    node.deleted = true;
  } else if (kind === 'move' && !node.deleted && !second.deleted && node.sponsor !== second && node !== second) {
    const moved = move(club, node.id, node.sponsor?.id ?? null, second.id);
    if (model.isBelow(second, node)) {
      await expect(moved).rejects.toSatisfy((error) => findFailure(error)?.constraint === 'users_referrer_no_circle');
    } else {
      await moved;
      node.sponsor = second;
    }
  }
}

async function openChain(club: TestDatabase, length: number): Promise<{ model: Model; sale: string }> {
  const model = new Model();
  for (let level = 0; level < length; level++) {
    const sponsor = model.nodes.at(-1) ?? null;
    model.nodes.push({ id: await join(club, sponsor?.id ?? null), sponsor, deleted: false, orders: [] });
  }
  return { model, sale: await aSale(club, start, { total: 9999, maxPerMember: 9999 }) };
}

describeOnEachDatabase('whatever happens in a sponsor tree, in any order', (open) => {
  it('the counts are those of a model', patience, async () => {
    const club = await open();
    await fc.assert(
      fc.asyncProperty(scene, async (steps) => {
        await club.empty();
        const { model, sale } = await openChain(club, 13);
        for (const one of steps) {
          await perform(club, model, sale, one);
        }
        expect(await readCounts(club)).toEqual(model.counts());
        expect(await listTeamFaults(club.db, 10)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

describeOnPostgres('a sponsor tree that many change at once', (open) => {
  it('has right counts, no ring, and nobody waits for ever', patience, async () => {
    const club = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(scene, { minLength: 6, maxLength: 6 }), async (scenes) => {
        await club.empty();
        const { model, sale } = await openChain(club, 13);
        const ids = model.nodes.map(({ id }) => id);
        const refusals: (string | undefined)[] = [];
        const work = scenes.map(async (steps) => {
          for (const { kind, one, other } of steps) {
            const [id, second] = [ids[one % ids.length] as number, ids[other % ids.length] as number];
            const doing =
              kind === 'join'
                ? join(club, id).then((joined) => void ids.push(joined))
                : kind === 'buy'
                  ? buy(club, sale, id, 1)
                  : kind === 'leave'
                    ? leave(club, id)
                    : findSponsor(club, id).then((from) => move(club, id, from, second));
            await doing.catch((error: unknown) =>
              refusals.push(findFailure(error)?.constraint ?? String((error as Error).cause ?? error)),
            );
          }
        });
        await Promise.all(work);
        const known = ['users_referrer_no_circle', 'affiliate_moves_from', 'affiliate_moves_elsewhere'];
        expect(refusals.filter((refusal) => !known.includes(refusal ?? ''))).toEqual([]);
        expect(await listTeamFaults(club.db, 10)).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 3), endOnFailure: true },
    );
  });
});

const findSponsor = async ({ db }: TestDatabase, id: number): Promise<number | null> =>
  (await db.select().from(affiliateNodes)).find(({ userId }) => userId === id)?.sponsorId ?? null;

describeOnEachDatabase('the verifier of the tree', (open) => {
  it('finds each planted fault', async () => {
    const club = await open();
    const { model } = await openChain(club, 4);
    const [top, second] = model.nodes.map(({ id }) => id);
    expect(await listTeamFaults(club.db, 10)).toEqual([]);
    const plant = async (fault: RegExp, work: () => PromiseLike<unknown>, undo: () => PromiseLike<unknown>) => {
      await work();
      expect((await listTeamFaults(club.db, 10)).join('\n')).toMatch(fault);
      await undo();
      expect(await listTeamFaults(club.db, 10)).toEqual([]);
    };
    const levels = (members: number) => () => club.db.update(affiliateLevels).set({ members });
    await plant(/Level 1 of member/, levels(2), levels(1));
    const months = (members: number) => () =>
      club.db.execute(`update affiliate_months set members = members + ${members} where user_id = ${top}`);
    await plant(/The month 2026-11 of member/, months(1), months(-1));
    const team = (members: number) => () =>
      club.db.execute(`update affiliate_nodes set team = team + ${members} where user_id = ${second}`);
    await plant(new RegExp(`size of the team of member ${second} `), team(1), team(-1));
    const upline = (to: string) => () =>
      club.db.execute(
        `update affiliate_lines set upline_id = ${to} where member_id = ${model.nodes[3]?.id} and level = 1`,
      );
    await plant(/has another upline on level 1/, upline(String(top)), upline(String(model.nodes[2]?.id)));
    expect(await club.db.$count(affiliateMonths)).toBe(3);
  });
});
