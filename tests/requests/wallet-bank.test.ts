import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { payOrder } from '../support/bank';
import { type Club, startClub } from '../support/club';
import { openOrders } from '../support/orders';
import { runStaffCommand } from '../support/staff';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

const t = textsIn('en');
let club: Club;
const folder = mkdtempSync(join(tmpdir(), 'almende-bank-'));
beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

const findStatus = async (label: string) =>
  (await club.db.select({ status: walletOrders.status }).from(walletOrders).where(eq(walletOrders.label, label)))[0]
    ?.status;

async function anOrder(): Promise<string> {
  const [label = ''] = await openOrders(club, await club.member(), { count: 1, amount: 159_934n });
  return label;
}

describe('the bank side, through the running server', () => {
  it('a statement pays an order', async () => {
    const label = await anOrder();
    expect(await payOrder(club, label, '1599.34')).toMatchObject({
      booked: [{ order_label: label, outcome: 'credited' }],
    });
    expect(await findStatus(label)).toBe('completed');
  });

  it('a file that cannot be written stays unwritten, and nothing is done', async () => {
    const file = join(folder, 'payouts.xml');
    const exported = await club.staff('payouts', 'export', file);
    expect(exported).toMatchObject({ code: 1, stderr: 'There is nothing to export.\n' });
    expect(existsSync(file)).toBe(false);
    const nowhere = await club.staff('payouts', 'export', join(folder, 'none', 'x'));
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written (ENOENT)') });
  });

  it('a file of payouts is for its owner alone, and is written once', async () => {
    const member = await club.member();
    await equipToWithdraw(club, member);
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    const label = await withdraw(club, visitor, member);
    expect(await club.staff('withdrawals', 'approve', label)).toMatchObject({ code: 0, stderr: '' });

    const file = join(folder, 'written.xml');
    expect(await club.staff('payouts', 'export', file)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const xml = readFileSync(file, 'utf8');
    expect(xml).toContain(`<EndToEndId>${label}</EndToEndId>`);
    const page = readableText(await visitor.get(`/financial/withdraw/${label}`));
    expect(page).toContain(t('wallet:withdrawal.status.processing'));
    expect(await club.staff('payouts', 'export', file)).toMatchObject({ code: 1, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe(xml);
    const more = join(folder, 'more.xml');
    expect(await club.staff('payouts', 'export', more)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^There is nothing to export\\.\\nPO-\\S+ holds .*${label}`)),
    });
    expect(existsSync(more)).toBe(false);
  });

  it('a backup becomes the same club in another place, where nobody is yet', async () => {
    const label = await anOrder();
    await payOrder(club, label, '1599.34');
    const file = join(folder, 'club.backup');
    expect(await club.staff('backup', file)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const dataDir = join(folder, 'restored');
    // The heads of the log are signed with the club's own address.
    const PORT = new URL(club.server.local).port;
    // The token of this club is valid in the restored club, which contains it too.
    const CLUB_TOKEN_FILE = await club.staffToken();
    const elsewhere = (...words: string[]) =>
      runStaffCommand(words, {
        CLUB_TOKEN_FILE,
        DATA_DIR: dataDir,
        DEMO: '1',
        LOG_LEVEL: 'warn',
        PORT,
        SESSION_SECRET: club.secret,
      });
    const restored = await elsewhere('restore', file);
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(/^Restored \d+ rows of \d+ tables/);
    const verified = await elsewhere('ledger', 'verify');
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('leaf and signature is right') });
    expect((await elsewhere('member', 'show', 'anna@example.org')).code).toBe(0);
    expect(await elsewhere('restore', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
  }, 300_000);

  it('a restore waits until nobody works on the club', async () => {
    const file = join(folder, 'again.backup');
    await club.staff('backup', file);
    const refused = await club.staff('restore', file, '--force');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
    expect((await club.staff('member', 'show', 'anna@example.org')).code).toBe(0);
  });
});
