import { createRoute } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi } from '../http/api';
import { type OpenDatabase, openDatabase } from './database';
import { describeOnPostgres, type TestDatabase } from './database.testing';
import { silent } from './templates.testing';
import { transaction } from './transaction';

const show = sql`select setting from pg_settings where name = 'statement_timeout'`;

describeOnPostgres('a call that somebody waits for', (open) => {
  let club: TestDatabase;
  let database: OpenDatabase;
  const limit = async (db: Pick<TestDatabase['db'], 'execute'>) =>
    (await db.execute<{ setting: string }>(show)).rows[0]?.setting;

  beforeEach(async () => {
    club = await open();
    database = await openDatabase(club.place, silent);
  });
  afterEach(() => database.close());

  it('may take ten seconds for a statement; a transaction and other work may take a minute', async () => {
    expect(await limit(database.calls)).toBe('10000');
    expect(await limit(database.db)).toBe('60000');
    expect(await transaction(database.calls, limit)).toBe('60000');
  });

  it('cannot leave its transaction', async () => {
    const { calls, db } = database;
    await expect(transaction(calls, () => limit(calls))).rejects.toThrow();
    await expect(transaction(db, () => limit(calls))).rejects.toThrow();
  });

  it('is answered with 503 and a code when it takes longer, and the server goes on', async () => {
    const api = createApi(club);
    const sleep = createRoute({ method: 'get', path: '/sleep', responses: { 204: { description: 'Slept' } } });
    api.openapi(sleep, async (c) => {
      await transaction(database.calls, async (tx) => {
        await tx.execute(sql`set local statement_timeout = 50`);
        await tx.execute(sql`select pg_sleep(30)`);
      });
      return c.body(null, 204);
    });
    const answer = await api.request('/api/sleep', {}, { ip: null, requestId: 'r' });
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'too_much' })]);
    expect(await limit(database.calls)).toBe('10000');
  });
});
