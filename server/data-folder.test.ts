import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigurationError } from '../app/platform/request/env.server';
import { secureDataFolder } from './data-folder';

const before = process.umask();
let home: string;
beforeEach(() => {
  process.umask(0o022);
  home = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => {
  process.umask(before);
  rmSync(home, { recursive: true, force: true });
});

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('makes the folder for this user alone, and says nothing of it', () => {
  const folder = join(home, 'a', 'data');
  expect(secureDataFolder(folder)).toBeNull();
  expect(rightsOf(folder)).toBe('700');
  writeFileSync(join(folder, 'later'), '');
  expect(rightsOf(join(folder, 'later'))).toBe('600');
  expect(secureDataFolder(folder)).toBeNull();
});

it.each([0o755, 0o770, 0o701, 0o777])('takes the rights of others away from a folder with %o, and says so', (mode) => {
  const folder = join(home, 'data');
  mkdirSync(folder);
  chmodSync(folder, mode);
  expect(secureDataFolder(folder)).toBe(
    `${folder} was open to other users of this machine. It is now open to this user alone (0700).`,
  );
  expect(rightsOf(folder)).toBe('700');
  expect(secureDataFolder(folder)).toBeNull();
});

it('takes them away from what lies in it, too, but not from what a link leads to', () => {
  const folder = join(home, 'data');
  mkdirSync(join(folder, 'database'), { recursive: true });
  writeFileSync(join(folder, 'session-secret'), 'secret');
  writeFileSync(join(home, 'elsewhere'), '');
  symlinkSync(join(home, 'elsewhere'), join(folder, 'link'));
  chmodSync(folder, 0o700);
  expect(secureDataFolder(folder)).toBeNull();
  expect(rightsOf(join(folder, 'database'))).toBe('700');
  expect(rightsOf(join(folder, 'session-secret'))).toBe('600');
  expect(rightsOf(join(home, 'elsewhere'))).toBe('644');
});

it('refuses a folder that belongs to another user', () => {
  const isRoot = process.getuid?.() === 0;
  const folder = isRoot ? join(home, 'data') : '/usr';
  if (isRoot) {
    mkdirSync(folder);
    chownSync(folder, 65534, 65534);
  }
  expect(() => secureDataFolder(folder)).toThrow(ConfigurationError);
  expect(() => secureDataFolder(folder)).toThrow(`${folder} belongs to another user of this machine`);
});

it.each(['', '/inside'])('refuses a file in place of the folder%s', (rest) => {
  writeFileSync(join(home, 'data'), '');
  expect(() => secureDataFolder(join(home, `data${rest}`))).toThrow(
    /^DATA_DIR: .*(cannot be made private|is not a folder)/,
  );
});
