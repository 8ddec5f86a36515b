import { createRoute } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '../http/api';
import { describeOnPostgres, type TestDatabase } from './database.testing';
import { asRead } from './pool';
import { transaction } from './transaction';

const show = sql`select setting from pg_settings where name = 'statement_timeout'`;

describeOnPostgres('a read that somebody waits for', (open) => {
  let club: TestDatabase;
  const limit = async (db: Pick<TestDatabase['db'], 'execute'>) =>
    (await db.execute<{ setting: string }>(show)).rows[0]?.setting;

  beforeEach(async () => {
    club = await open();
  });

  it('may take ten seconds, and other work a minute', async () => {
    expect(await asRead(() => limit(club.db))).toBe('10000');
    expect(await limit(club.db)).toBe('60000');
    expect(await asRead(() => transaction(club.db, limit))).toBe('60000');
  });

  it('cannot leave its transaction', async () => {
    const leave = transaction(club.db, () => asRead(() => limit(club.db)));
    await expect(leave).rejects.toThrow();
  });

  it('is answered with 503 and a code when it takes longer, and the server goes on', async () => {
    const api = createApi(club);
    const sleep = createRoute({ method: 'get', path: '/sleep', responses: { 204: { description: 'Slept' } } });
    api.openapi(sleep, async (c) => {
      await transaction(club.db, async (tx) => {
        await tx.execute(sql`set local statement_timeout = 50`);
        await tx.execute(sql`select pg_sleep(30)`);
      });
      return c.body(null, 204);
    });
    const answer = await api.request('/api/sleep', {}, { ip: null, requestId: 'r' });
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: 'too_much' })]);
    expect(await asRead(() => limit(club.db))).toBe('10000');
  });

  it('has its limit in the calls that only read', async () => {
    const api = createApi(club);
    for (const method of ['get', 'post'] as const) {
      const route = createRoute({ method, path: '/limit', responses: { 200: { description: 'The limit' } } });
      api.openapi(route, async (c) => c.text(String(await limit(club.db))));
    }
    const ask = async (method: string) =>
      (await api.request('/api/limit', { method }, { ip: null, requestId: 'r' })).text();
    expect([await ask('GET'), await ask('POST')]).toEqual(['10000', '60000']);
  });
});
