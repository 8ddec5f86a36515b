import './node-version.mjs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { copyBesideBundle, programsBundle } from './bundle.mjs';
import { root } from './process.mjs';
import { sourceHash } from './sources.mjs';

const cache = '.cache/programs';

/** Runs a program of `server/` with the arguments of this process, and ends as it ends. */
export async function runProgram(name) {
  const program = spawn(process.execPath, [await findBundle(name), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
  program.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * Returns the bundle of the build, or one from the current sources. A stale build stays, because a running server may
 * use it.
 */
async function findBundle(name) {
  if (!isStale()) return join(root, `build/${name}.js`);
  const folder = join(cache, `${sourceHash()}-${installedHash()}`);
  if (!existsSync(join(root, folder))) await bundle(folder);
  return join(root, folder, `${name}.js`);
}

/** Packages are in the bundle. They may be older than the lock file, until somebody installs. */
function installedHash() {
  const list = join(root, 'node_modules/.package-lock.json');
  return createHash('sha256')
    .update(existsSync(list) ? readFileSync(list) : '')
    .digest('hex')
    .slice(0, 16);
}

/** A rename publishes the bundle at once, because another command line may look for it at the same time. */
async function bundle(folder) {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    console.error('The packages are not there yet. Open the club first: npm start');
    process.exit(1);
  }
  const esbuild = await import('esbuild');
  const unfinished = `${folder}.${process.pid}`;
  await esbuild.build(programsBundle(unfinished, 'production'));
  copyBesideBundle(unfinished);
  for (const old of readdirSync(join(root, cache))) {
    if (!old.includes('.')) rmSync(join(root, cache, old), { recursive: true, force: true });
  }
  try {
    renameSync(join(root, unfinished), join(root, folder));
  } catch {
    // Another process published the same bundle first.
    rmSync(join(root, unfinished), { recursive: true, force: true });
  }
}
