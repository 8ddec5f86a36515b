import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnPostgres, type TestDatabase } from './database.testing';
import { migrateBesideOthers } from './locked-tables';

const folder = mkdtempSync(join(tmpdir(), 'almende-migrations-'));
const config = { migrationsFolder: folder, migrationsSchema: 'locked_tables' };
const statement = '-- A reason.\nALTER TABLE locked_tables.rooms\n\tADD COLUMN note text;';

describeOnPostgres('a migration of a table that others hold', (open) => {
  let deps: TestDatabase;
  let migrating: PoolClient;
  let holding: PoolClient;
  let logged: Record<string, unknown>[];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });

  beforeEach(async () => {
    mkdirSync(join(folder, 'meta'), { recursive: true });
    const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_note', breakpoints: true }];
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
    writeFileSync(join(folder, '0000_note.sql'), statement);
    logged = [];
    deps = await open();
    await deps.db.$client.query('create schema locked_tables; create table locked_tables.rooms (id integer)');
    migrating = await deps.db.$client.connect();
    holding = await deps.db.$client.connect();
    await holding.query('begin; insert into locked_tables.rooms values (1)');
  });
  afterEach(async () => {
    migrating.release(true);
    holding.release(true);
    await deps.db.$client.query('drop schema locked_tables cascade');
    rmSync(folder, { recursive: true });
  });

  it('is tried again until they are done, and says what it waits for', async () => {
    const done = migrateBesideOthers(migrating, config, log, { lockMs: 50, pauseMs: 50, tries: 1000 });
    await vi.waitFor(() => expect(logged.length).toBeGreaterThan(1), 30_000);
    const { rows } = await holding.query('select pg_backend_pid() as pid');
    expect(logged[0]).toMatchObject({
      msg: 'a migration waits for a lock and is tried again',
      statement: 'ALTER TABLE locked_tables.rooms ADD COLUMN note text;',
      oldest: { pid: rows[0].pid, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    await holding.query('commit');
    await done;
    expect((await deps.db.$client.query('select note from locked_tables.rooms')).rows).toEqual([{ note: null }]);
  });

  it('lets others pass between two tries', async () => {
    const done = migrateBesideOthers(migrating, config, log, { lockMs: 50, pauseMs: 2000, tries: 2 });
    const ended = expect(done).rejects.toMatchObject({ name: 'TablesLocked' });
    await vi.waitFor(() => expect(logged).toHaveLength(1), 30_000);
    await deps.db.$client.query('insert into locked_tables.rooms values (2)');
    await ended;
  });

  it('fails in the end, changes nothing, and can be run again', async () => {
    const patience = { lockMs: 50, pauseMs: 10, tries: 2 };
    await expect(migrateBesideOthers(migrating, config, log, patience)).rejects.toThrow(
      /ALTER TABLE locked_tables\.rooms .* Nothing was changed.* process \d+ of PostgreSQL/,
    );
    expect((await holding.query('select * from locked_tables.rooms')).fields.map(({ name }) => name)).toEqual(['id']);
    await holding.query('rollback');
    await migrateBesideOthers(migrating, config, log, patience);
    expect((await deps.db.$client.query('select note from locked_tables.rooms')).rows).toEqual([]);
  });
});
