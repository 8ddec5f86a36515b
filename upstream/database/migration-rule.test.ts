import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * During an update the old version runs on the new schema. So a migration takes nothing away that the old version uses,
 * and asks for nothing that it does not write. What is no longer used goes in a later release: a line
 * `-- unused since 2026.47.0: …` before the statement says that the version before knows nothing of it either.
 */
const forbidden: [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|type|function|trigger|schema)\b/i, 'takes something away'],
  [/\brename\b/i, 'takes a name away'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bset\s+not\s+null\b/i, 'asks for a value'],
  [/\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/is, 'asks for a value'],
];

/** Returns what is wrong with the statements of a migration. */
const faultsIn = (migration: string): string[] =>
  migration.split(/--> statement-breakpoint|;\s*$/m).flatMap((statement) => {
    const isLater = /^-- unused since \d+\.\d+\.\d+: \S/m.test(statement);
    return isLater ? [] : forbidden.filter(([what]) => what.test(statement)).map(([, fault]) => fault);
  });

/** Written before the first release, which no older version can meet. */
const LAST_BEFORE_RELEASE = '0016_appointments_promises.sql';

describe('a migration', () => {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

  it('of a release leaves the version before able to work', () => {
    expect(files).toContain(LAST_BEFORE_RELEASE);
    const later = files.filter((name) => name > LAST_BEFORE_RELEASE);
    const faults = later.map((name) => [name, faultsIn(readFileSync(`${folder}/${name}`, 'utf8'))] as const);
    expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it.each([
    'alter table "users" add column "nick" text;',
    `alter table "users" add column "nick" text default '' not null;`,
    'create table "notes" ("id" integer primary key, "text" text not null);',
    'create index "a" on "users" ("nick");',
    '-- unused since 2026.49.0: the name is in "members" now\nalter table "users" drop column "nick";',
  ])('may say: %s', (statement) => {
    expect(faultsIn(statement)).toEqual([]);
  });

  it.each([
    ['alter table "users" drop column "nick";', 'takes something away'],
    ['drop table "notes" cascade;', 'takes something away'],
    ['alter table "users" rename column "nick" to "name";', 'takes a name away'],
    ['alter table "users" alter column "nick" set data type integer;', 'changes a type'],
    ['alter table "users" alter column "nick" set not null;', 'asks for a value'],
    ['alter table "users" add column "nick" text not null;', 'asks for a value'],
    ['create table "a" ();\n--> statement-breakpoint\ndrop table "notes";', 'takes something away'],
  ])('may not say: %s', (statement, fault) => {
    expect(faultsIn(statement)).toEqual([fault]);
  });
});
