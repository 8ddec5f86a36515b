import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { silent } from '../realtime/realtime.testing';
import { describeOnPostgres, testConfig } from './database.testing';
import { type Line, LineDeaf, type LineOptions, openLine } from './line';
import { openCaller } from './line-caller';

describeOnPostgres('the line between processes', (open) => {
  const { secrets } = testConfig;
  const lines: Line[] = [];
  afterEach(async () => {
    for (const line of lines.splice(0)) await line.close();
  });

  async function listen(databaseUrl: string, options: Partial<LineOptions> = {}) {
    const heard: string[] = [];
    const happened = { arrived: 0, gaps: 0, lost: 0 };
    const line = await openLine({
      databaseUrl,
      secrets,
      log: silent,
      onHeard: (words) => heard.push(words),
      onArrived: () => happened.arrived++,
      onLost: () => happened.lost++,
      onGap: () => happened.gaps++,
      ...options,
    });
    lines.push(line);
    return { line, heard, happened };
  }
  const urlOf = async () => (await open()).place.databaseUrl as string;

  it('carries what one says to all others, in order, and not to itself', async () => {
    const url = await urlOf();
    const [one, two, three] = [await listen(url), await listen(url), await listen(url)];
    await vi.waitFor(() => expect([one, two, three].map(({ line }) => line.others)).toEqual([2, 2, 2]));
    const words = Array.from({ length: 500 }, (_, at) => (at % 100 === 0 ? `${at} ${'x'.repeat(20_000)}` : `${at}`));
    for (const each of words) one.line.say(each);
    const counts = () => [two, three].map(({ heard }) => heard.length);
    await vi.waitFor(() => expect(counts()).toEqual([500, 500]), { timeout: 10_000 });
    expect(two.heard).toEqual(words);
    expect(three.heard).toEqual(words);
    expect(one.heard).toEqual([]);
  });

  it('leaves out what may be lost while much waits, and nothing else', async () => {
    const url = await urlOf();
    const [one, two] = [await listen(url), await listen(url)];
    await vi.waitFor(() => expect(one.line.others).toBe(1));
    const [servers, clients] = ['server', 'client'].map((by) => Array.from({ length: 1000 }, (_, at) => `${by} ${at}`));
    for (const words of clients ?? []) one.line.mention(words);
    for (const words of servers ?? []) one.line.say(words);
    one.line.mention('too late');
    one.line.say('last');
    await vi.waitFor(() => expect(two.heard).toContain('last'));
    const by = (who: string) => two.heard.filter((words) => words.startsWith(who));
    expect(by('server')).toEqual(servers);
    expect(by('client')).toEqual(clients?.slice(0, by('client').length));
    expect(by('client').length).toBeLessThanOrEqual(200);
    expect(two.heard).not.toContain('too late');
    expect(two.happened.gaps).toBe(0);
    await vi.waitFor(() => {
      one.line.mention('in time');
      expect(two.heard).toContain('in time');
    });
  });

  it('tells of those who come and go', async () => {
    const url = await urlOf();
    const one = await listen(url);
    const two = await listen(url);
    await vi.waitFor(() => expect([one.happened.arrived, two.happened.arrived]).toEqual([1, 1]));
    await two.line.close();
    await vi.waitFor(() => expect([one.happened.lost, one.line.others]).toEqual([1, 0]));
  });

  it('comes back after its connection was cut, sends what was said meanwhile, and tells of the gap', async () => {
    const { db, place } = await open();
    const url = place.databaseUrl as string;
    const [one, two] = [await listen(url), await listen(url)];
    await vi.waitFor(() => expect(one.line.others).toBe(1));
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'almende line'`;
    await db.$client.query(cut);
    await vi.waitFor(() => expect([one.happened.gaps, two.happened.gaps]).toEqual([1, 1]), { timeout: 10_000 });
    one.line.say('after');
    await vi.waitFor(() => expect(two.heard).toContain('after'));
  });

  it('is called by a process that runs one task, which learns whether anybody listens', async () => {
    const url = await urlOf();
    const alone = openCaller(url, secrets);
    expect(await alone.say('hello')).toBe(false);
    await alone.close();
    const one = await listen(url);
    const caller = openCaller(url, secrets);
    expect(await caller.say('first')).toBe(true);
    expect(await caller.say('x'.repeat(20_000))).toBe(true);
    await caller.close();
    await vi.waitFor(() => expect(one.heard.map((words) => words.length)).toEqual([5, 20_000]));
    expect([one.line.others, one.happened.arrived]).toEqual([0, 0]);
  });

  it('is heard by no other role, and hears none', async () => {
    const { db, place } = await open();
    const logged: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
    const [one, two] = [await listen(place.databaseUrl as string), await listen(place.databaseUrl as string, { log })];
    await vi.waitFor(() => expect(one.line.others).toBe(1));
    const spy = await db.$client.connect();
    const overheard: string[] = [];
    spy.on('notification', ({ payload }) => overheard.push(payload ?? ''));
    await spy.query('listen almende_line');
    const forge = (payload: string) => spy.query(`select pg_notify('almende_line', $1)`, [payload]);
    one.line.say('a secret');
    await vi.waitFor(() => expect(two.heard).toEqual(['a secret']));
    // As an older version says it, and as it was said before.
    for (const payload of ['abcdef S1 .forged', 'abcdef L1 .forged', ...overheard]) await forge(payload);
    one.line.say('the last word');
    await vi.waitFor(() => expect(two.heard).toContain('the last word'));
    spy.release(true);
    expect(overheard.filter((payload) => /secret| /.test(payload))).toEqual(['abcdef S1 .forged', 'abcdef L1 .forged']);
    expect([two.heard, two.happened]).toEqual([['a secret', 'the last word'], { arrived: 1, gaps: 0, lost: 0 }]);
    expect([one.line.others, two.line.others]).toEqual([1, 1]);
    expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
      'the line between the processes has parts that do not open',
    ]);
  });

  it('joins processes while their secrets change, and none with other secrets', async () => {
    const url = await urlOf();
    const one = await listen(url, { secrets: ['new', 'old'] });
    const two = await listen(url, { secrets: ['old', 'new'] });
    const other = await listen(url, { secrets: ['another club'] });
    await vi.waitFor(() => expect([one.line.others, two.line.others]).toEqual([1, 1]));
    one.line.say('by the new one');
    two.line.say('by the old one');
    await vi.waitFor(() => expect([one.heard, two.heard]).toEqual([['by the old one'], ['by the new one']]));
    expect([other.heard, other.line.others]).toEqual([[], 0]);
  });

  it('is refused if the database delivers nothing', async () => {
    const pooler = await startDeafPooler(await urlOf());
    await expect(listen(pooler.url, { patienceMs: 300 })).rejects.toThrow(LineDeaf);
    await pooler.close();
  });
});

/** Passes everything on but notifications, as a pooler that gives a connection to somebody else after each statement. */
async function startDeafPooler(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const server = createServer((client) => {
    const database = connect(port, host);
    let unread = Buffer.alloc(0);
    database.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      // One byte of type, then the length of the rest.
      while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
        const end = 1 + unread.readUInt32BE(1);
        if (unread[0] !== NOTIFICATION) client.write(unread.subarray(0, end));
        unread = unread.subarray(end);
      }
    });
    client.on('error', () => {}).pipe(database);
    client.on('close', () => database.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => new Promise((resolve) => server.close(resolve)) };
}

const NOTIFICATION = 'A'.charCodeAt(0);
