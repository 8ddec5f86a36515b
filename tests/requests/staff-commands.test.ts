import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../upstream/database/audit.tables';
import { createEmptyPostgres, isPostgresReachable } from '../../upstream/database/templates.testing';
import { dial } from '../../upstream/realtime/endpoint.testing';
import { type Club, startClub } from '../support/club';
import { copyClubOnPostgres } from '../support/snapshot-on-postgres';
import { runStaffCommand } from '../support/staff';
import { readableText, Visitor } from '../support/visitor';

const postgresReachable = await isPostgresReachable();
const socketOf = ({ dataDir }: Club) => join(dataDir, 'socket/club.sock');

const houseRules = `---
slug: house-rules
required: no
effective: now
name-en: House rules
name-de: Hausordnung
---
<!-- en -->
# Quiet

After ten.
<!-- de -->
# Ruhe

Ab zehn.
`;

/** Opens a browser's realtime connection. `next` is the next event on one of the channels. */
async function openBrowser({ server }: Club, channel = 'client') {
  const browser = dial(Number(new URL(server.local).port), '/app/almende?protocol=7');
  const next = async (): Promise<{ event: string; data: unknown }> => {
    const { event, data } = JSON.parse(await browser.next());
    return { event, data: JSON.parse(data) };
  };
  await next();
  browser.socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
  expect((await next()).event).toBe('pusher_internal:subscription_succeeded');
  return { next, close: () => browser.socket.close() };
}

/** Returns when staff looked at the member, newest first. */
const looksAt = async ({ db }: Club, userId: number): Promise<Date[]> => {
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, userId)).orderBy(desc(auditLog.id));
  return rows.filter(({ action }) => action === 'member.shown').map(({ at }) => at);
};

describe('staff commands, carried out by the running server', () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub();
  });
  afterAll(() => club.stop());

  it('say what they did, at the server’s time, and leave a row in the audit log', async () => {
    const member = await club.member({ firstname: 'Ottilie', lastname: 'Grün' });
    await club.clock.advance(86_400);
    const { code, stdout, stderr } = await club.staff('member', 'show', member.email);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${member.id}  Ottilie Grün <${member.email}>`);
    const [at] = await looksAt(club, member.id);
    expect(Math.abs(Number(at) - club.clock.now())).toBeLessThan(60_000);
  });

  it('tell every open browser of a new version', async () => {
    const browsers = [await openBrowser(club), await openBrowser(club)];
    const { code, stdout } = await club.staff('client-updated', '--version', '2026.48.0');
    expect([code, stdout]).toEqual([0, 'Told every open browser of version 2026.48.0.\n']);
    for (const browser of browsers) {
      expect(await browser.next()).toEqual({ event: 'client.updated', data: { version: '2026.48.0' } });
      browser.close();
    }
  });

  it('notify a member, who finds it on the page', async () => {
    const member = await club.member({ language: 'de' });
    const words = ['--title-en', 'New gate code', '--title-de', 'Neuer Torcode', '--url', '/posts'];
    const { code, stdout } = await club.staff('notify', member.email, ...words);
    expect([code, stdout]).toEqual([0, `Notified ${member.name} (${member.id}).\n`]);
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    expect(readableText(await visitor.get('/notifications'))).toContain('Neuer Torcode');
  });

  it('publish terms of a file, and say what is wrong with another one', async () => {
    const file = join(club.dataDir, 'terms.md');
    writeFileSync(file, houseRules);
    const { code, stdout } = await club.staff('terms', 'publish', file);
    expect([code, stdout]).toEqual([
      0,
      'Published version 1 of “House rules” / “Hausordnung” (house-rules), in effect now.\nNobody is asked for consent.\n',
    ]);
    expect(readableText(await new Visitor(club.url).get('/terms/house-rules'))).toContain('After ten.');
    writeFileSync(file, houseRules.replace('required: no', 'required: perhaps'));
    const refused = await club.staff('terms', 'publish', file);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('required is yes or no');
    expect(await club.staff('terms', 'publish', join(club.dataDir, 'none.md'))).toMatchObject({ code: 1 });
  });

  it('answer in JSON, and take a number for a member', async () => {
    const member = await club.member({ twoFactor: true });
    const { code, stdout } = await club.staff('member', 'show', String(member.id), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: member.id, email: member.email, sessions: 0 });
  });

  it('come through a socket that only the same user can open', () => {
    expect(statSync(socketOf(club)).mode & 0o777).toBe(0o600);
    expect(statSync(join(club.dataDir, 'socket')).mode & 0o777).toBe(0o700);
  });

  it('fail with words and code 1, and do nothing', async () => {
    expect(await club.staff('member', 'show', 'nobody@example.org')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no member nobody@example.org.\n',
    });
    const { code, stdout, stderr } = await club.staff('member', 'show', '99999', '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toEqual({ error: 'There is no member 99999.' });
  });

  it('name the club that they act on, before anything else', async () => {
    const show = ['member', 'show', 'anna@example.org'];
    const place = `data folder ${club.dataDir}`;
    expect((await club.staff(...show)).club).toBe(`Club: ${place}`);
    expect(JSON.parse((await club.staff(...show, '--json')).club ?? '')).toEqual({ club: place });
    // `login` asks for a password.
    const nameless = await runStaffCommand(['login', 'greta@example.org'], { DATA_DIR: club.dataDir });
    expect([nameless.code, nameless.club]).toEqual([1, `Club: ${place}`]);
    for (const words of [['--help'], ['member', 'show', '--help'], ['member', 'praise']]) {
      expect((await club.staff(...words)).club).toBeNull();
    }
  });

  it.each([
    [[], 'Which command?'],
    [['member', 'praise', 'anna@example.org'], 'There is no command “member”.'],
    [['member', 'show'], 'Missing: USER'],
    [['member', 'show', 'anna@example.org', '--loud'], '--loud'],
  ])('end with 2 and the usage when asked in a wrong way: %j', async (words, reason) => {
    const { code, stdout, stderr } = await club.staff(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Usage: npm run club --');
  });

  it('explain themselves', async () => {
    const { code, stdout } = await club.staff('--help');
    expect([code, stdout.includes('member show USER')]).toEqual([0, true]);
    expect((await club.staff('member', 'show', '--help')).stdout).toContain('USER is a member’s number');
  });

  it('go on beside each other', async () => {
    const member = await club.member();
    const said = await Promise.all([1, 2, 3].map(() => club.staff('member', 'show', member.email)));
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await looksAt(club, member.id)).toHaveLength(3);
  });

  it('do nothing when the question breaks off half-way, or is none', async () => {
    const member = await club.member();
    const whole = JSON.stringify({ command: 'member show', given: { user: member.email } });
    const post = (body: string, length: number) =>
      `POST / HTTP/1.1\r\nHost: club\r\nContent-Length: ${length}\r\n\r\n${body}`;
    const broken = connect(socketOf(club));
    await once(broken, 'connect');
    broken.write(post(whole.slice(0, -1), whole.length));
    await club.staff('member', 'show', 'nobody@example.org');
    broken.destroy();
    await once(broken, 'close');
    for (const nonsense of ['{}', 'null', 'no JSON', JSON.stringify({ command: 'rm', given: {} })]) {
      const socket = connect(socketOf(club));
      socket.write(post(nonsense, nonsense.length));
      expect(String((await once(socket, 'data'))[0])).toContain('"failure"');
      socket.destroy();
    }
    expect(await looksAt(club, member.id)).toEqual([]);
    expect((await club.staff('member', 'show', member.email)).code).toBe(0);
  });
});

describe('staff commands without a running server', () => {
  let club: Club;
  afterEach(() => club.stop());

  it('work by themselves, one after the other, and the next server knows of it', async () => {
    club = await startClub();
    const member = await club.member();
    await club.staffToken();
    await club.server.stop();
    expect(existsSync(socketOf(club))).toBe(false);
    const said = await Promise.all([1, 2].map(() => club.staff('member', 'show', member.email, '--json')));
    expect(said.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(JSON.parse(said[0]?.stdout ?? '')).toMatchObject({ id: member.id });
    const words = ['--title-en', 'While you slept', '--title-de', 'Als du schliefst'];
    expect(await club.staff('notify', member.email, ...words)).toMatchObject({ code: 0, stderr: '' });
    expect(await club.staff('client-updated')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Nobody was told: no server runs, so no browser is connected.\n',
    });
    await club.restart();
    expect(await looksAt(club, member.id)).toHaveLength(2);
  });

  it('are not held up by the socket of a server that was killed', async () => {
    club = await startClub();
    const member = await club.member();
    await club.staffToken();
    const ended = once(club.server.process, 'exit');
    club.server.process.kill('SIGKILL');
    await ended;
    expect(existsSync(socketOf(club))).toBe(true);
    expect((await club.staff('member', 'show', member.email)).code).toBe(0);
    await club.restart();
    expect((await club.staff('member', 'show', member.email)).code).toBe(0);
    expect(await looksAt(club, member.id)).toHaveLength(2);
  });
});

describe('staff commands where there is no club of theirs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'no-club-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const show = ['member', 'show', 'anna@example.org'];
  const gone = 'postgres://nobody:Geheim777@127.0.0.1:1/none';

  it('name the database, and never its password', async () => {
    const said = await runStaffCommand(show, { DATA_DIR: dataDir, DATABASE_URL: gone });
    expect(said.club).toBe('Club: database none on 127.0.0.1:1');
    expect(JSON.stringify(said)).not.toContain('Geheim777');
  });

  it.each([
    ['before the club was opened', {}, 'There is no club in'],
    ['with a foreign back end', { UPSTREAM_URL: 'https://api.example.org' }, 'UPSTREAM_URL names a foreign back end'],
    ['with settings that the server refuses', { PORT: 'many' }, 'PORT is not a port number'],
    ['with a database that is gone', { DATABASE_URL: gone }, 'does not answer'],
  ])('end with 1 %s', async (_, env, reason) => {
    const { code, stdout, stderr } = await runStaffCommand(show, { DATA_DIR: dataDir, ...env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(dataDir).filter((name) => name !== 'session-secret')).toEqual([]);
  });
});

describe.skipIf(!postgresReachable && process.env.REQUIRE_POSTGRES !== '1')('staff commands on PostgreSQL', () => {
  it('work directly beside the server, and never bring the schema up to date', async () => {
    const place = await copyClubOnPostgres();
    const env = { DATABASE_URL: place.config.databaseUrl };
    const club = await startClub(env);
    try {
      const member = await club.member();
      expect(await club.staff('member', 'show', member.email)).toMatchObject({ code: 0, stderr: '' });
      expect(await looksAt(club, member.id)).toHaveLength(1);
      expect(existsSync(socketOf(club))).toBe(false);
      const browser = await openBrowser(club);
      expect(await club.staff('client-updated')).toMatchObject({ code: 0, stderr: '' });
      expect(await browser.next()).toEqual({ event: 'client.updated', data: {} });
      browser.close();
      await club.staffToken();
      await club.server.stop();
      const unheard = await club.staff('client-updated');
      expect([unheard.code, unheard.stdout]).toEqual([1, '']);
      expect(unheard.stderr).toMatch(/^Nobody was told: .+\n$/);
      const words = ['--title-en', 'Later', '--title-de', 'Später'];
      expect(await club.staff('notify', member.email, ...words)).toMatchObject({
        code: 0,
        stdout: `Notified ${member.name} (${member.id}).\n`,
        stderr: 'Open browsers were not told of it; they see it on their next page.\n',
      });
    } finally {
      await club.stop();
      await place.remove();
    }
    const empty = await createEmptyPostgres();
    try {
      const said = await runStaffCommand(['member', 'show', '1'], {
        DATA_DIR: club.dataDir,
        DATABASE_URL: empty.config.databaseUrl,
      });
      expect([said.code, said.stderr.includes('start the server once')]).toEqual([1, true]);
    } finally {
      await empty.remove();
    }
  });
});
