import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

const inputs = [
  'app',
  'public',
  'scripts',
  'upstream',
  'package-lock.json',
  'package.json',
  'server',
  'server.ts',
  'tests/kit.ts',
  'tests/support',
  'tsconfig.json',
  'vite.config.ts',
];
const isTest = /\.(test|testing|spec)\.tsx?$/;

/** Returns every file that a build reads, as sorted paths relative to the project's folder. */
function listSources() {
  const files = inputs.flatMap((path) => (existsSync(join(root, path)) ? listFiles(path) : []));
  return files.filter((path) => !isTest.test(path)).sort();
}

export function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => listFiles(`${path}/${name}`));
}

/** Changes when a source is touched. It reads no contents, so it is cheap enough for each start. */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const path of listSources()) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Depends only on names and contents, so it is the same in every clone of a commit. */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const path of listSources())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}
