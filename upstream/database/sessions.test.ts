import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeOnPostgres } from './database.testing';
import { requireSessions } from './sessions';

/** A pool whose connections take turns with the sessions of a pooler: one for each transaction. */
const poolOver = (sessions: number[]) => {
  let turn = 0;
  const query = async () => ({ rows: [{ pid: sessions[turn++ % sessions.length] }] });
  return { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool;
};

describe('a pooler that gives each transaction another session', () => {
  it.each([
    ['the same to two connections', [7]],
    ['now one, now another', [7, 8, 8, 9, 9]],
  ])('is refused: %s', async (_, sessions) => {
    await expect(requireSessions(poolOver(sessions))).rejects.toThrow('pool_mode = session');
  });
});

it('a pooler that refuses settings is named with what it has to ignore', async () => {
  const refused = new Error('unsupported startup parameter: statement_timeout');
  const pool = { connect: () => Promise.reject(refused) } as unknown as pg.Pool;
  await expect(requireSessions(pool)).rejects.toThrow(
    'ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout',
  );
});

describeOnPostgres('PostgreSQL itself', (open) => {
  it('has a session for each connection, with its settings', async () => {
    await expect(requireSessions((await open()).db.$client)).resolves.toBeUndefined();
  });

  it('is refused if the settings do not arrive', async () => {
    const { place } = await open();
    const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2 });
    await expect(requireSessions(pool)).rejects.toThrow("alter role … set statement_timeout = '60000'");
    await pool.end();
  });
});
