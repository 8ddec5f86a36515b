import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { desc, eq } from 'drizzle-orm';
import type { PoolClient, QueryResult } from 'pg';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { CommandFailed } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { type Club, openClub, password } from '../identity/identity.testing';
import { getBalances } from '../ledger/ledger';
import { appendToLog } from '../ledger/log';
import { verifyLedger } from '../ledger/verify';
import { users } from '../members/members.tables';
import { aPdf, store } from '../support/attachments/attachments.testing';
import { aMember, giveMoney } from '../wallet/wallet.testing';
import { backup, restore } from './backup.club';

const now = new Date('2026-11-20T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'almende-backup-'));
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${++files}.backup`);

async function backedUp(club: TestDatabase): Promise<string> {
  const file = newFile();
  await backup.run(club, { file }, now);
  return file;
}

/** Returns all rows of the public tables, without those that the restore itself writes. */
async function readContent({ db }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.$client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename",
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const own = name === 'audit_log' ? "where action not like 'club.%'" : '';
    const { rows } = await db.$client.query(`select to_jsonb(t)::text as row from ${name} t ${own} order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** Opens a club with members, money, a log, and texts that could break the file format. */
async function aClub(open: Parameters<typeof openClub>[0]): Promise<Club & { member: number }> {
  const club = await openClub(open);
  const { id: member } = await club.addMember({ lastname: 'Söm"mer\\\n,’\u2028😀' });
  await giveMoney(club, member, 5000n);
  await giveMoney(club, await aMember(club), 700n);
  await appendToLog(club, now);
  await giveMoney(club, member, 1n);
  return Object.assign(club, { member });
}

/** Returns the characters of the largest statement or answer on the connections of a club from now on. */
function watchTraffic({ db }: TestDatabase): () => number {
  let most = 0;
  const pool = db.$client;
  const connect = pool.connect.bind(pool) as (...asked: unknown[]) => Promise<PoolClient>;
  vi.spyOn(pool, 'connect').mockImplementation(async (...asked: unknown[]) => {
    const client = await connect(...asked);
    // The pool itself asks with a callback.
    if (asked.length > 0) return client;
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<QueryResult>;
    const watched = async (...asked: unknown[]) => {
      const answer = await query(...asked);
      most = Math.max(most, JSON.stringify(asked).length, JSON.stringify(answer.rows ?? []).length);
      return answer;
    };
    return new Proxy(client, { get: (of, key) => (key === 'query' ? watched : Reflect.get(of, key)) });
  });
  return () => most;
}

describeOnEachDatabase('a backup of', (openSource) => {
  describeOnEachDatabase('restored to', (openTarget) => {
    it('is the same club: every row, a ledger that is right, and members who sign in and pay', async () => {
      const source = await aClub(openSource);
      const target = await openClub(openTarget);
      await target.db.delete(users);
      const file = await backedUp(source);
      const { data } = await restore.run(target, { file, force: true }, now);
      expect(data).toMatchObject({ made_at: now.toISOString() });
      expect(await readContent(target)).toEqual(await readContent(source));
      expect(await verifyLedger(target)).toMatchObject({ entries: 3, leaves: 2, heads: 1, faults: [] });
      const signIn = await target.post('/auth/login', { email: 'mia@example.org', password });
      expect(signIn.status, JSON.stringify(signIn.body)).toBe(200);
      await giveMoney(target, source.member, 99n);
      expect(await getBalances(target.db, source.member, 'EUR')).toMatchObject({ available: 5100n });
      await appendToLog(target, now);
      expect(await verifyLedger(target)).toMatchObject({ entries: 4, leaves: 4, faults: [] });
      const [newest] = await target.db.select().from(auditLog).where(eq(auditLog.action, 'club.restored'));
      expect(newest?.detail).toMatchObject({ by: 'command line', made_at: now.toISOString() });
    });

    it('keeps what the database refuses', async () => {
      const source = await aClub(openSource);
      const target = await openTarget();
      await restore.run(target, { file: await backedUp(source) }, now);
      const refused = (text: string) =>
        target.db.$client.query(text).then(
          () => null,
          (error: { code: string }) => error.code,
        );
      expect(await refused('delete from ledger_entries')).toBe('23001');
      expect(await refused('update ledger_accounts set balance = 1')).toBe('23001');
      expect(await refused('insert into ledger_postings (entry_id, account_id, amount) values (1, 1, 5)')).toBe(
        '23001',
      );
      expect(await refused('delete from users')).toMatch(/^23/);
      const definitions = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`;
      const constraints = (await target.db.$client.query(definitions)).rows;
      expect(constraints).toEqual((await source.db.$client.query(definitions)).rows);
    });
  });

  it('is a file for one user that says what it holds, and is written over nothing', async () => {
    const club = await aClub(openSource);
    const file = newFile();
    const { lines, data } = await backup.run(club, { file }, now);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBe(data.bytes);
    expect(existsSync(`${file}.part`)).toBe(false);
    expect(lines.join(' ')).toContain('It does not hold SESSION_SECRET');
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(club.config.secrets[0]);
    await expect(backup.run(club, { file }, now)).rejects.toThrow(`There is a file ${file} already.`);
    await expect(backup.run(club, { file: join(folder, 'none', 'x') }, now)).rejects.toThrow('no such folder');
    const [newest] = await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(newest?.action).toBe('club.backed_up');
  });

  it('has few of the large rows in memory at once, however many there are', async () => {
    const club = await aClub(openSource);
    await store(club, { userId: club.member }, now, aPdf(9_000_000));
    const before = await readContent(club);
    const largest = watchTraffic(club);
    await restore.run(club, { file: await backedUp(club), force: true }, now);
    expect(largest()).toBeLessThan(6 * 1024 * 1024);
    expect(await readContent(club)).toEqual(before);
  });

  it('is refused with nothing changed where it is damaged, of another version, or would replace members', async () => {
    const club = await aClub(openSource);
    const file = await backedUp(club);
    const before = await readContent(club);
    const text = gunzipSync(readFileSync(file)).toString();
    const bytes = readFileSync(file);
    const variant = (content: Buffer | string) => {
      const path = newFile();
      writeFileSync(path, typeof content === 'string' ? gzipSync(content) : content);
      return path;
    };
    const flipped = Buffer.from(bytes);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] as number) ^ 0xff;
    const lines = text.split('\n');
    const without = (start: string) => lines.filter((line) => !line.startsWith(start)).join('\n');
    const cases: [string, string, object?][] = [
      [join(folder, 'none'), 'There is no file'],
      [variant(Buffer.from('not a backup')), 'no whole backup'],
      [variant(Buffer.alloc(0)), 'no'],
      [variant(bytes.subarray(0, bytes.length - 20)), 'no whole backup'],
      [variant(flipped), 'Nothing was changed'],
      [variant('{"hello": 1}\n'), 'no backup of a club'],
      [variant(text.replace(/"schema":\d+/, '"schema":1')), 'another version'],
      [variant(text.replace(/"keys":\["/, '"keys":["x')), 'another SESSION_SECRET'],
      [variant(without('{"end"')), 'no backup'],
      [variant(text.replace('"700"', '"701x"')), 'does not fit together'],
      [variant(text.replace(/\n\["[^\n]*mia@example\.org[^\n]*/, '')), 'Nothing was changed'],
      [variant(text.replace('{"table":"users"', '{"table":"losers"')), 'not of this version'],
      [file, '--force would replace them', { force: false }],
    ];
    for (const [path, words, options] of cases) {
      const work = restore.run(club, { file: path, force: true, ...options }, now);
      await expect(work, words).rejects.toThrow(CommandFailed);
      await expect(restore.run(club, { file: path, force: true, ...options }, now)).rejects.toThrow(words);
    }
    expect(await readContent(club)).toEqual(before);
    await restore.run(
      club,
      { file: variant(text.replace(/"keys":\["/, '"keys":["x')), force: true, 'another-secret': true },
      now,
    );
    expect(await readContent(club)).toEqual(before);
  });
});

describeOnPostgres('a backup while members pay each other', (open) => {
  it('is of one moment', async () => {
    const club = await open();
    const members = [await aMember(club), await aMember(club), await aMember(club)];
    for (const member of members) await giveMoney(club, member, 100_000n);
    let isOver = false;
    let payments = 0;
    const pay = async (member: number) => {
      while (!isOver) {
        await giveMoney(club, member, 1n);
        payments++;
        await appendToLog(club, now);
      }
    };
    const paying = members.map(pay);
    await expect.poll(() => payments).toBeGreaterThan(20);
    const file = await backedUp(club);
    const atBackup = payments;
    await expect.poll(() => payments).toBeGreaterThan(atBackup + 5);
    isOver = true;
    await Promise.all(paying);
    const other = await open();
    await restore.run(other, { file }, now);
    const { faults, entries } = await verifyLedger(other);
    expect(faults).toEqual([]);
    expect(entries).toBeGreaterThan(3);
    expect(entries).toBeLessThan((await verifyLedger(club)).entries);
  });
});
