import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { queriesFor } from './search-words';

const dialect = new PgDialect();

it('looks for the eight longest words, and for none with which another begins', () => {
  const typed = 'a bo bonu bonus ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj';
  const words = queriesFor(7, typed).map((query) => dialect.sqlToQuery(query).params[0]);
  expect(words).toHaveLength(8);
  expect(words).toContain("'7:bonus':*");
  for (const left of ["'7:a':*", "'7:bonu':*", "'7:ccc':*"]) expect(words).not.toContain(left);
});
