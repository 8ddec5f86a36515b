import ts from 'typescript';
import { expect, it } from 'vitest';
import { listSources, parse } from './sources';
import { unorderedReadsIn } from './unordered-reads';

it('no list of rows is compared or taken apart that was read without an order', () => {
  expect(['upstream', 'tests'].flatMap(listSources).map(parse).flatMap(unorderedReadsIn)).toEqual([]);
});

const rows = 'const rows = await db.select().from(users);';
const named = 'const names = async () => (await db.select().from(users)).map(({ name }) => name);';

it.each([
  "expect(await db.select().from(users).where(isHere)).toEqual([{ name: 'A' }, { name: 'B' }])",
  `${rows} expect(rows.map(({ name }) => name)).toEqual(['A', 'B'])`,
  `${rows} expect([status, rows]).toEqual([200, [a, b]])`,
  `${rows} expect(rows).toMatchObject(before)`,
  `${named} expect(await names()).toEqual(['A', 'B'])`,
  'const [first, second] = await db.select().from(users)',
  `${rows} rows.at(-1)`,
  `${rows} rows[1]`,
])('is found: %s', (text) => {
  expect(unorderedReadsIn(read(text))).toHaveLength(1);
});

it.each([
  "expect(await db.select().from(users).orderBy(asc(users.id))).toEqual(['A', 'B'])",
  `${named} expect((await names()).sort()).toEqual(['A', 'B'])`,
  `${rows} expect(rows).toEqual([{ name: 'A' }])`,
  `${rows} expect(rows).toEqual(expect.arrayContaining(['A', 'B']))`,
  'const [only] = await db.select().from(users).where(isMira)',
  `${rows} expect(rows.length).toEqual(before)`,
  'function list() { return known ?? list(); } expect(list()).toEqual([a, b])',
])('is fine: %s', (text) => {
  expect(unorderedReadsIn(read(text))).toEqual([]);
});

const read = (text: string) => ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
