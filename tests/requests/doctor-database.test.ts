import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine, linesOf } from '../support/doctor';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';
const adminUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const admin = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 });
const isReachable = await admin.connect().then(
  () => true,
  () => false,
);
afterAll(() => admin.end());

describe.skipIf(!isReachable && process.env.REQUIRE_POSTGRES !== '1')('npm run doctor with PostgreSQL', () => {
  const name = `doctor_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(adminUrl);
  url.pathname = name;
  const asMember = new URL(url);
  asMember.username = name;
  const production = {
    ...{ PUBLIC_URL: 'https://club.invalid', SESSION_SECRET: secret, ALLOW_DEMO_BANK_ACCOUNT: '1' },
    ...{ DATABASE_URL: String(asMember) },
  };
  beforeAll(async () => {
    await admin.query(`create role ${name} login`);
    await admin.query(`create database ${name} owner ${name}`);
    await admin.query(`revoke connect on database ${name} from public`);
  });
  afterAll(async () => {
    await admin.query(`drop database ${name}`);
    await admin.query(`drop role ${name}`);
  });

  it('finds an empty database of one’s own good', async () => {
    expect(linesOf(await examine(production), 'database')).toEqual([
      'fine: The database is empty. The start makes the tables.',
    ]);
  });

  it('tells how to close one that every role may connect to', async () => {
    await admin.query(`grant connect on database ${name} to public`);
    const { findings } = await examine(production);
    const found = findings.find(({ part, verdict }) => part === 'database' && verdict === 'risky');
    expect([found?.what, found?.fix]).toEqual([
      expect.stringMatching(/^Every role of this PostgreSQL may connect/),
      `revoke connect on database ${name} from public;`,
    ]);
    const owner = new pg.Client({ connectionString: String(asMember) });
    await owner.connect();
    await owner.query(found?.fix ?? '');
    await owner.end();
    expect(linesOf(await examine(production), 'database')).toEqual([expect.stringMatching(/^fine: /)]);
  });

  it('names too many rights, too few, and a database that loses what it acknowledged', async () => {
    expect(linesOf(await examine({ ...production, DATABASE_URL: String(url) }), 'database')).toContainEqual(
      expect.stringMatching(/^risky: .* is a superuser/),
    );
    await admin.query(`alter database ${name} owner to postgres`);
    await admin.query(`grant connect on database ${name} to public`);
    await admin.query(`alter role ${name} in database ${name} set synchronous_commit = off`);
    const report = await examine(production);
    expect([report.code, linesOf(report, 'database')]).toEqual([
      1,
      [
        expect.stringMatching(/^wrong: .* may not create tables and schemas/),
        expect.stringMatching(/^risky: Every role of this PostgreSQL may connect/),
        expect.stringMatching(/^wrong: The database acknowledges before it has written/),
        expect.stringMatching(/^fine: The database is empty/),
      ],
    ]);
    expect(report.findings.find(({ what }) => what.startsWith('Every role'))?.fix).toBe(
      `revoke connect on database ${name} from public; grant connect on database ${name} to ${name};`,
    );
  });
});
