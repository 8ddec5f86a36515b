import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * During an update the old version runs on the new schema. So a migration takes nothing away that the old version uses,
 * and asks for nothing that it does not write. What is no longer used goes in a later release: a line
 * `-- unused since 2026.47.0: …` before the statement says that the version before knows nothing of it either.
 */
const forbidden: Rule[] = [
  [/\bdrop\s+(table|column|view|type|function|trigger|schema|index)\b/i, 'takes something away'],
  [/\brename\b/i, 'takes a name away'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [/\b(set\s+not\s+null|drop\s+default)\b/i, 'asks for a value'],
  [/\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/is, 'asks for a value'],
];

/**
 * What the old version does with its tables may meet these, too. A line `-- works beside the version before: …` before
 * the statement says why it goes on.
 */
const doubtful: Rule[] = [
  [/\bcreate\s+unique\s+index\b.*?\bon\s+(?<table>[\w".]+)/is, 'may refuse what the version before writes'],
  [
    /\balter\s+table\s+(?<table>[\w".]+)\s+add\s+(constraint|check|unique)\b/is,
    'may refuse what the version before writes',
  ],
  [
    /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?trigger\b.*?\bon\s+(?<table>[\w".]+)/is,
    'acts on what the version before writes',
  ],
  [/\bcreate\s+or\s+replace\s+(function|view|procedure)\b/i, 'changes what the version before calls'],
];

/** It reads all rows while nobody may write any. With `not valid` only new ones are looked at. */
const reading: Rule = [
  /\balter\s+table\s+(?<table>[\w".]+)\s+add\s+constraint\b(?!.*\bnot\s+valid\b)(?!.*\busing\s+index\b)/is,
  'keeps all from writing while it reads the table',
];

/** A statement, perhaps with the table that it is about, and what is wrong with it. */
type Rule = [statement: RegExp, fault: string];

/** Returns what is wrong with the statements of a migration. What it or the one `before` creates is no old table. */
function faultsIn(migration: string, before = ''): string[] {
  const created = [...`${before}\n${migration}`.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w".]+)/gi)];
  const isNew = new Set(created.map(([, name]) => bare(name)));
  return statementsOf(migration).flatMap((statement) => {
    const says = (line: RegExp) => line.test(statement);
    if (says(/^-- unused since \d+\.\d+\.\d+: \S/m)) return [];
    const rules = [...forbidden, ...(says(/^-- works beside the version before: \S/m) ? [] : doubtful), reading];
    return rules.flatMap(([what, fault]) => {
      const found = what.exec(statement);
      return found && !isNew.has(bare(found.groups?.table)) ? [fault] : [];
    });
  });
}

/** A function has statements of its own, which are no part of the migration. */
const statementsOf = (migration: string): string[] =>
  migration.replace(/\bas\s+\$\$.*?\$\$/gis, 'as').split(/--> statement-breakpoint|;\s*$/m);

const bare = (name = ''): string => name.replaceAll('"', '').replace(/^public\./, '');

/** Faults of migrations that are on the main branch, and why the version before works nevertheless. */
const known: Record<string, { faults: string[]; why: string }> = {
  '0017_chat_words.sql': {
    faults: ['takes something away'],
    why: 'The index is made again at once, with the same name and column.',
  },
  '0018_news_search.sql': {
    faults: ['takes something away'],
    why: 'Without it a search of the version before reads the posts, which are few.',
  },
};

/** Written before the first release, which no older version can meet. */
const LAST_BEFORE_RELEASE = '0016_appointments_promises.sql';

describe('a migration', () => {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

  it('of a release leaves the version before able to work', () => {
    expect(files).toContain(LAST_BEFORE_RELEASE);
    const later = files.filter((name) => name > LAST_BEFORE_RELEASE);
    const read = (name?: string) => (name ? readFileSync(`${folder}/${name}`, 'utf8') : '');
    const faults = later.map((name) => [name, faultsIn(read(name), read(files[files.indexOf(name) - 1]))] as const);
    const found = Object.fromEntries(faults.filter(([, found]) => found.length > 0));
    expect(found).toEqual(Object.fromEntries(Object.entries(known).map(([name, { faults }]) => [name, faults])));
  });

  it.each([
    'alter table "users" add column "nick" text;',
    `alter table "users" add column "nick" text default '' not null;`,
    'create table "notes" ("id" integer primary key, "text" text not null);',
    'create index "a" on "users" ("nick");',
    '-- unused since 2026.49.0: the name is in "members" now\nalter table "users" drop column "nick";',
    'create table "notes" ();\nalter table "notes" add constraint "a" check ("id" > 0);\ncreate unique index "b" on "notes" ("id");',
    'create table public.notes ();\ncreate trigger "a" before insert on "notes" execute function "b"();',
    '-- works beside the version before: it writes no other\nalter table "users" add constraint "a" check ("id" > 0) not valid;',
    '-- works beside the version before: it has no equal ones\ncreate unique index "a" on "users" ("nick");',
    '-- works beside the version before: it takes the same\ncreate or replace function "a"() returns trigger as $$ b $$;',
    'create function "a"() returns void as $$ drop table "notes"; $$;',
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
    ['do $$ begin drop table "notes"; end $$;', 'takes something away'],
    ['drop index "a";', 'takes something away'],
    ['alter table "users" alter column "nick" drop default;', 'asks for a value'],
    ['create unique index "a" on "users" ("nick");', 'may refuse what the version before writes'],
    ['alter table "users" add constraint "a" check ("id" > 0) not valid;', 'may refuse what the version before writes'],
    [
      '-- works beside the version before: it writes no other\nalter table "users" add constraint "a" check ("id" > 0);',
      'keeps all from writing while it reads the table',
    ],
    ['create trigger "a" before insert on "users" execute function "b"();', 'acts on what the version before writes'],
    ['create or replace function "a"() returns trigger as $$ b $$;', 'changes what the version before calls'],
  ])('may not say: %s', (statement, fault) => {
    expect(faultsIn(statement)).toEqual([fault]);
  });

  it('may say more of the tables of the migration before it', () => {
    const trigger = 'create trigger "a" before insert on "notes" execute function "b"();';
    expect(faultsIn(trigger, 'create table "notes" ();')).toEqual([]);
  });
});
