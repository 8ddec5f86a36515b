import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { clubBundle, copyBesideBundle } from './bundle.mjs';
import { root } from './process.mjs';
import { sourceHash } from './sources.mjs';

const cache = '.cache/club';

const club = spawn(process.execPath, [await findBundle(), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => club.kill(signal));
club.on('exit', (code) => process.exit(code ?? 1));

/**
 * Returns the bundle of the build, or one from the current sources. A stale build stays, because a running server may
 * use it.
 */
async function findBundle() {
  if (!isStale()) return join(root, 'build/club.js');
  const folder = join(cache, sourceHash());
  if (!existsSync(join(root, folder))) await bundle(folder);
  return join(root, folder, 'club.js');
}

/** A rename publishes the bundle at once, because another command line may look for it at the same time. */
async function bundle(folder) {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    console.error('The packages are not there yet. Open the club first: npm start');
    process.exit(1);
  }
  const esbuild = await import('esbuild');
  const unfinished = `${folder}.${process.pid}`;
  await esbuild.build(clubBundle(unfinished, 'production'));
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
