import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './support/server-process';

/** These stay outside the bundle; see `scripts/bundle.mjs`. `pg` has parts in packages of their own. */
const unbundled = /^(?:pg(?:-.+)?|postgres-.+|xtend|@node-rs\/argon2)$/;

it('a command of the staff loads no package but those outside the bundle', () => {
  const packages = loadedPackages('build/club.js', '--help');
  expect(packages).toContain('pg');
  expect(packages.filter((name) => !unbundled.test(name))).toEqual([]);
});

it.each([
  ['rankedOnce(routes)', 2],
  ['if (!request.url.includes("?")) return request;', 2],
  ['(this[abortControllerKey] ||= new AbortController()).signal', 1],
])('the bundle has %s in place of lines of a package', (line, times) => {
  const files = readdirSync(join(root, 'build')).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(join(root, 'build', name), 'utf8')).join('\n');
  expect(code.split(line).length - 1).toBe(times);
});

/** Runs a program, and returns the packages whose files it loaded. */
function loadedPackages(...program: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
  try {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NODE_ENV: 'production' as const, NODE_V8_COVERAGE: folder };
    execFileSync(process.execPath, program, { cwd: root, env, stdio: 'ignore' });
    const [report = ''] = readdirSync(folder);
    const { result } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { result: { url: string }[] };
    const names = result.map(({ url }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
