import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { payOrder } from '../support/bank';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { root } from '../support/server-process';
import type { CommandResult } from '../support/staff';
import { readBalances } from '../support/withdrawals';

const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at.mjs'))}`;
const holger = { email: 'holger@example.org' };

/** The statement that arms the kill: Greta's proposal, or Holger's confirmation. */
const proposing = { KILL_AFTER: 'insert into "staff_proposals"' };
const confirming = { KILL_AFTER: 'update "staff_proposals" set "confirmed_by"' };

const dataOf = ({ stdout }: CommandResult) => JSON.parse(stdout) as Record<string, { id: number; subject: string }[]>;

/** Returns the number of an unmatched transfer, so large that assigning it needs two people. */
async function aTransfer(club: Club, amount: string): Promise<number> {
  const [transfer] = (await payOrder(club, 'Hello', amount)).unmatched as { id: number }[];
  return transfer?.id as number;
}

async function killBothPeople(club: Club): Promise<void> {
  const member = await club.member();
  const [first, second] = [await aTransfer(club, '1000.00'), await aTransfer(club, '2000.00')];
  await club.staffAs(holger, 'proposals', 'list');
  const [{ id } = { id: 0 }] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, holger.email));
  const CLUB_TOKEN_FILE = join(club.dataDir, `staff-token-${id}`);
  // Without a server the command line does the work itself, so that a step of the database is a step of its process.
  await club.server.stop();
  const assign = (transfer: number) =>
    ['payments', 'assign', String(transfer), String(member.id), '--reason', 'They called.'] as const;
  const openProposals = async () => dataOf(await club.staff('proposals', 'list', '--json')).proposals ?? [];
  const isUnmatched = async (transfer: number) =>
    dataOf(await club.staff('payments', 'unmatched', '--json')).unmatched?.some((one) => one.id === transfer);
  const kill = async (env: Record<string, string>, ...words: string[]) => {
    const { code, stdout } = await club.staffWith({ NODE_OPTIONS, ...env }, ...words);
    expect([words[1], env.KILL_AT, code, stdout]).toEqual([words[1], env.KILL_AT, -1, '']);
  };
  const confirm = (proposal: number | undefined) => ['proposals', 'confirm', String(proposal)] as const;

  await kill({ ...proposing, KILL_AT: 'before the commit' }, ...assign(first));
  expect(await openProposals()).toEqual([]);
  expect(await club.staff(...assign(first))).toMatchObject({ code: 0, stderr: '' });
  await kill({ ...proposing, KILL_AT: 'after the commit' }, ...assign(second));
  const [one, two] = await openProposals();
  expect([one?.subject, two?.subject]).toEqual([`transfer ${first}`, `transfer ${second}`]);

  for (const KILL_AT of ['after the statement', 'before the commit']) {
    await kill({ ...confirming, KILL_AT, CLUB_TOKEN_FILE }, ...confirm(one?.id));
    expect([KILL_AT, (await openProposals()).length, await isUnmatched(first)]).toEqual([KILL_AT, 2, true]);
  }
  expect(await club.staffAs(holger, ...confirm(one?.id))).toMatchObject({ code: 0, stderr: '' });
  await kill({ ...confirming, KILL_AT: 'after the commit', CLUB_TOKEN_FILE }, ...confirm(two?.id));
  const again = await club.staffAs(holger, ...confirm(two?.id));
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`no open proposal ${two?.id}`)]);
  expect([await isUnmatched(first), await isUnmatched(second)]).toEqual([false, false]);
  expect((await club.staff('ledger', 'verify')).code).toBe(0);
  await club.restart();
  expect((await readBalances(club, member)).available).toBe(300_000n);
}

describe('an assignment of two people, each of whom is killed', () => {
  itOnEachDatabase('is done once or not at all, and can be confirmed again', killBothPeople, { isSlow: true });
});
