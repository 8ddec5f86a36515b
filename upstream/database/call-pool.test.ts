import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from './database';
import { describeOnPostgres } from './database.testing';
import { findFailure, isUnavailable } from './failures';
import { silent } from './templates.testing';
import { transaction } from './transaction';

describeOnPostgres('statements of calls', (open) => {
  let database: OpenDatabase;
  const ask = async <T>(statement: ReturnType<typeof sql>) => {
    const { rows } = await database.calls.execute<{ value: T }>(statement);
    return rows[0]?.value;
  };
  const session = () => ask<number>(sql`select pg_backend_pid() as value`);

  beforeEach(async () => {
    const { place } = await open();
    database = await openDatabase(place, silent);
  });
  afterEach(() => database.close());

  it('of one moment go over one connection, and more than a page asks for over several', async () => {
    const page = await Promise.all(Array.from({ length: 8 }, session));
    expect(new Set(page).size).toBe(1);
    const many = await Promise.all(Array.from({ length: 20 }, session));
    expect(new Set(many).size).toBe(3);
  });

  it('of pages in one turn of the event loop go over one connection', async () => {
    const anotherPage = new Promise<number | undefined>((resolve) => process.nextTick(() => resolve(session())));
    expect(await session()).toBe(await anotherPage);
  });

  it('do not wait for those of another moment', async () => {
    const slow = ask(sql`select pg_sleep(1)`).then(() => 'slow');
    // The statement is sent at the end of this turn. The next one begins after it.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const quick = session().then(() => 'quick');
    expect(await Promise.race([slow, quick])).toBe('quick');
    await slow;
  });

  it('do not wait for a change, or for a read with a lock, in the same turn that waits', async () => {
    await database.db.execute(sql`create table notes as select 1 as number`);
    let unlock = () => {};
    const holder = await new Promise<{ end: Promise<void> }>((resolve) => {
      const end = transaction(database.db, async (tx) => {
        await tx.execute(sql`update notes set number = 2`);
        await new Promise<void>((go) => {
          unlock = go;
          resolve({ end });
        });
      });
    });
    const change = ask(sql`update notes set number = number + 1 returning number as value`);
    const lockingRead = ask(sql`select number as value from notes for share`);
    expect(await session()).toEqual(expect.any(Number));
    unlock();
    await holder.end;
    await Promise.all([change, lockingRead]);
    expect(await ask<number>(sql`select number as value from notes`)).toBe(3);
    // Other tests get the same database.
    await database.db.execute(sql`drop table notes`);
  });

  it('get each its own answer, and fail each alone', async () => {
    const answers = await Promise.allSettled([
      ask<number>(sql`select ${1}::int as value`),
      ask<number>(sql`select 1 / ${0}::int as value`),
      ask<string>(sql`select ${'three'} as value`),
    ]);
    expect(
      answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : findFailure(answer.reason)?.code)),
    ).toEqual([1, '22012', 'three']);
  });

  it('are each a transaction of its own: what one wrote stays when the next fails', async () => {
    await database.db.execute(sql`create table notes (text text primary key)`);
    const write = (text: string) => ask(sql`insert into notes values (${text})`);
    const answers = await Promise.allSettled([write('a'), write('a'), write('b')]);
    // Each has a connection of its own, so either of the same two may be the first.
    const [first, second, third] = answers.map(({ status }) => status);
    expect([[first, second].sort(), third]).toEqual([['fulfilled', 'rejected'], 'fulfilled']);
    expect(await ask<number>(sql`select count(*)::int as value from notes`)).toBe(2);
    // Other tests get the same database.
    await database.db.execute(sql`drop table notes`);
  });

  it('fail all when their connection is cut, and the next ones have another', async () => {
    const pid = await session();
    const cut = Promise.allSettled([ask(sql`select pg_sleep(20)`), session(), session()]);
    await expect
      .poll(() => database.db.execute(sql`select 1 from pg_stat_activity where pid = ${pid} and state = 'active'`))
      .toHaveProperty('rowCount', 1);
    await database.db.execute(sql`select pg_terminate_backend(${pid})`);
    for (const answer of await cut) {
      expect(answer.status).toBe('rejected');
      expect(answer.status === 'rejected' && isUnavailable(answer.reason)).toBe(true);
    }
    expect(await session()).not.toBe(pid);
  });

  it('fail alone when the driver throws, and give their connection back', async () => {
    await session();
    vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => {
      throw new TypeError('not a statement');
    });
    const answers = await Promise.allSettled([ask(sql`select 1 as value`), session()]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(database.calls.$client.idleCount).toBe(database.calls.$client.totalCount);
  });

  it('find a prepared statement again that their session has lost', async () => {
    const named = () => database.calls.$client.query({ name: 'one', text: 'select $1::int as value', values: [1] });
    await Promise.all([named(), named()]);
    await ask(sql`discard all`);
    const answers = await Promise.all([named(), named()]);
    expect(answers.map(({ rows }) => rows[0].value)).toEqual([1, 1]);
  });

  it('have the columns of their table, also after it has changed', async () => {
    await database.db.execute(sql`create table notes as select 1 as first, 'one' as second`);
    const read = (config = {}) =>
      database.calls.$client.query({ name: 'notes', text: 'select * from notes', ...config });
    const readOnce = async () => {
      const [first, second] = await Promise.all([read(), read()]);
      expect(second).toEqual(first);
      return second.rows;
    };
    expect(await readOnce()).toEqual([{ first: 1, second: 'one' }]);
    expect(await readOnce()).toEqual([{ first: 1, second: 'one' }]);
    await database.db.execute(sql`alter table notes add third text[] default '{a,b}'`);
    expect(await readOnce()).toEqual([{ first: 1, second: 'one', third: ['a', 'b'] }]);
    // Other tests get the same database.
    await database.db.execute(sql`drop table notes`);
  });

  it('describe the columns of a prepared statement once for each connection', async () => {
    const read = () => database.calls.$client.query({ name: 'described', text: 'select 1 as value', rowMode: 'array' });
    await read();
    const described = vi.spyOn(pg.Connection.prototype, 'describe');
    const { rows, fields } = await read();
    expect([rows, fields.map(({ name }) => name)]).toEqual([[[1]], ['value']]);
    expect(described).not.toHaveBeenCalled();
  });
});
