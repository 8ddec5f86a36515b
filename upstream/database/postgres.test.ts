import { describe, expect, it } from 'vitest';
import { databaseIn } from './postgres';

describe('a PostgreSQL is named to staff', () => {
  it.each([
    ['postgres://greta:Geheim%40777@db.example:6543/club?sslmode=disable', 'club on db.example:6543'],
    ['postgresql://greta:Geheim777@db.example/club', 'club on db.example:5432'],
    ['postgres://greta:Geheim777@/club?host=/run/postgresql', 'club on /run/postgresql:5432'],
    ['postgres://db.example/club?user=greta&password=Geheim777', 'club on db.example:5432'],
  ])('by database and host, without user and password: %s', (url, words) => {
    expect(databaseIn(url)).toBe(words);
  });
});
