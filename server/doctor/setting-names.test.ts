import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../tests/support/server-process';
import { settingNames } from './setting-names';

/** These are read by the staff's command line, Node.js and the C library. */
const ofOthers = ['CLUB_TOKEN_FILE', 'NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'TZ'];

it('knows the settings of the README', () => {
  const [, table = ''] = /## Configuration\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const names = table
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(names.length).toBeGreaterThan(50);
  expect([...settingNames].sort()).toEqual([...names, ...ofOthers].sort());
});
