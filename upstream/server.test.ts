import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from './database/database.testing';
import {
  copyEmbeddedTemplate,
  createEmptyPostgres,
  isPostgresReachable,
  type Place,
  silent,
} from './database/templates.testing';
import { startUpstream, type Upstream } from './server';

const env = { ip: '192.0.2.1', requestId: 'request-1' };
const patience = 180_000;
const skipPostgres = !(await isPostgresReachable()) && process.env.REQUIRE_POSTGRES !== '1';

let place: Place;
let upstreams: Upstream[] = [];

const start = async (overrides = {}) => {
  const upstream = await startUpstream({ ...testConfig, ...place.config, ...overrides }, { log: silent });
  upstreams.push(upstream);
  return upstream;
};

afterEach(async () => {
  for (const upstream of upstreams) await upstream.close();
  upstreams = [];
  await place.remove();
}, patience);

describe('the upstream on its embedded database', { timeout: patience }, () => {
  beforeEach(async () => {
    place = await copyEmbeddedTemplate();
  }, patience);

  it('serves calls, the reference and the mailbox, and is ready', async () => {
    const upstream = await start({ demo: true });
    await upstream.ready();
    const body = JSON.stringify({ email: 'anna@example.org', password: 'almende-demo' });
    const headers = { 'content-type': 'application/vnd.almende.v1+json' };
    const login = await upstream.fetch(new Request('http://x/api/auth/login', { method: 'POST', headers, body }), env);
    expect(login.status).toBe(200);
    expect(await login.json()).toMatchObject({ user: { email: 'anna@example.org' } });
    const document = await (await upstream.fetch(new Request('http://x/api/openapi.json'), env)).json();
    expect(Object.keys(document.paths)).toContain('/api/auth/login');
    expect((await upstream.mailbox?.(new Request('http://x/_mail')))?.status).toBe(200);
    await expect(start()).rejects.toThrow('is in use by process');
  });

  it('answers 503 once the database is gone', async () => {
    const upstream = await start();
    await upstream.close();
    upstreams = [];
    await expect(upstream.ready()).rejects.toThrow();
    const answer = await upstream.fetch(new Request('http://x/api/terms'), env);
    expect([answer.status, await answer.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('shows no mailbox unless it is asked for', async () => {
    expect((await start({ mailbox: false })).mailbox).toBeNull();
  });
});

describe.skipIf(skipPostgres)('the upstream on PostgreSQL', { timeout: patience }, () => {
  beforeEach(async () => {
    place = await createEmptyPostgres();
  }, patience);

  it('is migrated and seeded once by processes that start together', async () => {
    const [first] = await Promise.all([start({ demo: true }), start({ demo: true }), start({ demo: true })]);
    const answer = await first.fetch(new Request('http://x/api/terms?language=de'), env);
    expect(answer.status).toBe(200);
    expect((await answer.json()).data.length).toBeGreaterThan(0);
    expect(await statementsOf('almende calls')).toContainEqual(expect.stringContaining('from "terms"'));
  });
});

/** Returns the last statement of each connection with a name. */
async function statementsOf(name: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: place.config.databaseUrl });
  await client.connect();
  try {
    const mine = 'select query from pg_stat_activity where datname = current_database() and application_name = $1';
    return (await client.query(mine, [name])).rows.map(({ query }) => query);
  } finally {
    await client.end();
  }
}
