import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect } from 'vitest';
import { stepsOn } from '../../upstream/extent.testing';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { root } from '../support/server-process';
import { Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

/**
 * Each step, and whether the next export finds the file in the database. Otherwise the withdrawal is still to be
 * exported.
 */
const all = [
  ['after the commit', true],
  ['before the file is on the disk', true],
  ['after the file has its name', true],
  ['before the file has its name', true],
  ['before the commit', false],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'payout-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileOf = (label: string, which = 'first') => join(folder, `${label}-${which}.xml`);
const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at.mjs'))}`;

async function createWithdrawal(club: Club): Promise<string> {
  const member = await club.member();
  await equipToWithdraw(club, member);
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return withdraw(club, visitor, member);
}

/** Kills the export at each step, and checks what is left. */
async function killAtEachStep(club: Club, { isEmbedded }: { isEmbedded: boolean }): Promise<void> {
  const steps = stepsOn(all, { isEmbedded });
  const labels: string[] = [];
  for (const _ of steps) labels.push(await createWithdrawal(club));
  await club.staffToken();
  // Without a server the command line does the export itself, so that a step of the database is a step of its process.
  await club.server.stop();
  const refusals: string[] = [];
  for (const [at, [step, isExported]] of steps.entries()) {
    const label = labels[at] as string;
    expect(await club.staff('withdrawals', 'approve', label)).toMatchObject({ code: 0, stderr: '' });
    const killed = await club.staffWith({ NODE_OPTIONS, KILL_AT: step }, 'payouts', 'export', fileOf(label));
    expect([step, killed.code, killed.stdout]).toEqual([step, -1, '']);
    const exported = await club.staff('payouts', 'export', fileOf(label, 'again'));
    expect([step, exported.code]).toEqual([step, isExported ? 1 : 0]);
    refusals.push(exported.stderr);
  }

  const { files } = JSON.parse((await club.staff('payouts', 'list', '--json')).stdout) as {
    files: { id: string; labels: string[] }[];
  };
  for (const [at, [step, isExported]] of steps.entries()) {
    const label = labels[at] as string;
    const holding = files.filter((one) => one.labels.includes(label));
    expect([step, holding.length]).toEqual([step, 1]);
    const id = holding[0]?.id ?? '';
    if (isExported) expect(refusals[at]).toContain(`${id} holds ${label}: payouts show ${id} --output FILE`);
    const shown = fileOf(label, 'shown');
    expect(await club.staff('payouts', 'show', id, '--output', shown)).toMatchObject({ code: 0, stderr: '' });
    const xml = readFileSync(shown, 'utf8');
    expect(xml).toContain(`<EndToEndId>${label}</EndToEndId>`);
    // A file with its name is complete and the same byte for byte.
    const hasName = step === 'after the file has its name';
    expect([step, existsSync(fileOf(label))]).toEqual([step, hasName]);
    if (hasName) expect(readFileSync(fileOf(label), 'utf8')).toBe(xml);
    if (!isExported) expect(readFileSync(fileOf(label, 'again'), 'utf8')).toBe(xml);
  }
}

describe('an export that is killed', () => {
  itOnEachDatabase('loses no file and exports nothing twice', killAtEachStep);
});
