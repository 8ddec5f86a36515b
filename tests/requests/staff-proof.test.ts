import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../upstream/database/audit.tables';
import { demoStaff } from '../../upstream/identity/identity.seed';
import { type Club, startClub } from '../support/club';
import { oneTimeCode } from '../support/one-time-code';

const folder = mkdtempSync(join(tmpdir(), 'staff-proof-'));
const file = (name: string) => join(folder, name, 'token');
let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

const as = (name: string, ...words: string[]) => club.staffWith({ CLUB_TOKEN_FILE: file(name) }, ...words);

/** Runs `club login` as a script does: password and code on standard input. */
async function signIn(name: keyof typeof demoStaff, password = 'almende-demo') {
  await club.clock.advance(30);
  const code = oneTimeCode(demoStaff[name], club.clock.now());
  return club.staffWith(
    { CLUB_TOKEN_FILE: file(name), input: `${password}\n${code}\n` },
    'login',
    `${name}@example.org`,
  );
}

/** Sends what a process of the same user may write into the server's socket. */
function askSocket(question: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: join(club.dataDir, 'socket/club.sock'), method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    });
    outgoing.on('error', reject).end(JSON.stringify(question));
  });
}

describe('staff at the command line', () => {
  it('are nobody before they sign in, whatever they say', async () => {
    for (const words of [
      ['member', 'show', 'anna@example.org'],
      ['payouts', 'export', join(folder, 'none.xml')],
      ['payments', 'assign', '1', 'club', '--reason', 'x'],
    ]) {
      const { code, stdout, stderr } = await as('nobody', ...words);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('Nobody is signed in here');
    }
    expect((await as('nobody', 'payouts', 'export', join(folder, 'x'), '--staff', 'greta@example.org')).code).toBe(2);
    expect(existsSync(join(folder, 'none.xml'))).toBe(false);
    const given = { user: 'anna@example.org' };
    for (const proof of [{}, { token: null }, { token: 'greta@example.org' }, { actor: { id: 4 }, token: null }]) {
      expect(await askSocket({ command: 'member show', given, ...proof })).toContain('Nobody is signed in here');
    }
  });

  it('sign in by password and one-time code, and are named by the audit log until they sign out', async () => {
    const { code, stdout, stderr } = await signIn('greta');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Signed in as Greta Holm until /);
    const token = readFileSync(file('greta'), 'utf8').trim();
    expect(stdout).not.toContain(token);
    expect(statSync(file('greta')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'greta')).mode & 0o777).toBe(0o700);
    expect((await as('greta', 'member', 'show', 'anna@example.org')).code).toBe(0);
    const [row] = await club.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'member.shown'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    const { id: staff } = JSON.parse((await as('greta', 'member', 'show', 'greta@example.org', '--json')).stdout);
    expect(row?.actorId).toBe(staff);
    chmodSync(file('greta'), 0o644);
    expect((await as('greta', 'member', 'show', 'anna@example.org')).stderr).toContain('is open to others');
    chmodSync(file('greta'), 0o600);
    expect((await as('greta', 'logout')).stdout).toBe('Greta Holm is signed out here.\n');
    expect(existsSync(file('greta'))).toBe(false);
    expect(await askSocket({ command: 'member show', given: { user: '1' }, token })).toContain('Nobody is signed in');
  });

  it('need a right password, and sign in again after 8 hours', async () => {
    const wrong = await signIn('greta', 'not-the-password-1');
    expect([wrong.code, existsSync(file('greta'))]).toEqual([1, false]);
    expect(wrong.stderr).toContain('is not right');
    expect((await signIn('greta')).code).toBe(0);
    await club.clock.advance(8 * 3600);
    expect((await as('greta', 'proposals', 'list')).stderr).toContain('the sign-in is over');
    expect((await signIn('greta')).code).toBe(0);
  });

  it('see who is signed in, and revoke a token of a colleague', async () => {
    expect((await signIn('holger')).code).toBe(0);
    const { tokens } = JSON.parse((await as('greta', 'tokens', 'list', '--json')).stdout);
    const his = tokens.find(({ this_one }: { this_one: boolean }) => !this_one);
    expect(his.name).toBe('Holger Brandt');
    expect((await as('greta', 'tokens', 'revoke', String(his.id))).code).toBe(0);
    expect((await as('holger', 'proposals', 'list')).code).toBe(1);
  });
});
