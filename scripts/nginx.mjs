import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, step } from './process.mjs';

/** Debian's packages are unpacked here and not installed, because an installed nginx starts at once. */
const unpacked = join(root, '.cache/nginx');
const packages = ['nginx', 'nginx-common', 'libnginx-mod-http-brotli-static'];

/** Returns the folder of an nginx that starts and has the module for Brotli, otherwise undefined. */
export const findNginx = () => ['/', unpacked].find(starts);

/** Loads the module, because one for another version is found only then. */
function starts(folder) {
  if (![programIn(folder), brotliIn(folder), typesIn(folder)].every((path) => existsSync(path))) return false;
  const home = mkdtempSync(join(tmpdir(), 'nginx-trial-'));
  const file = join(home, 'nginx.conf');
  writeFileSync(file, `load_module "${brotliIn(folder)}"; pid ${home}/pid; error_log stderr; events {}`);
  const { status } = spawnSync(programIn(folder), ['-t', '-p', home, '-c', file], { timeout: 20_000 });
  rmSync(home, { recursive: true, force: true });
  return status === 0;
}

export const programIn = (folder) => join(folder, 'usr/sbin/nginx');
export const brotliIn = (folder) => join(folder, 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so');
export const typesIn = (folder) => join(folder, 'etc/nginx/mime.types');

/** In CI, fetches an nginx for the tests of several processes. Without one a balancer of the tests stands in. */
export async function ensureNginx() {
  if (findNginx()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await step('Fetching Debian’s package of nginx', fetchPackages);
  if (!findNginx()) console.log('There is no nginx with the module for Brotli: a balancer of the tests stands in.');
}

async function fetchPackages() {
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  await run('apt-get', ['update', '-qq'], { timeout: 120_000 });
  await run('apt-get', ['download', '-qq', ...packages], { cwd: unpacked, timeout: 120_000 });
  for (const file of readdirSync(unpacked).filter((name) => name.endsWith('.deb')))
    await run('dpkg', ['-x', file, '.'], { cwd: unpacked, timeout: 60_000 });
}
