import './node-version.mjs';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyBesideBundle, serverBundle } from './bundle.mjs';
import { installPackages } from './install.mjs';
import { root } from './process.mjs';

const folder = '.cache/dev';
let server;
let ending = false;

await installPackages();
// The names of chunks contain a hash, so those of earlier runs would accumulate.
rmSync(join(root, folder), { recursive: true, force: true });
const esbuild = await import('esbuild');
const restart = {
  name: 'restart',
  setup: (build) => build.onEnd(({ errors }) => errors.length === 0 && restartServer()),
};
const bundle = await esbuild.context({ ...serverBundle(folder, 'development'), plugins: [restart] });
await bundle.watch();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);

/**
 * Restarts the server after a change of `server.ts` or the upstream. Vite applies changes of `app/` without a restart.
 */
async function restartServer() {
  await stopServer();
  if (ending) return;
  copyBesideBundle(folder);
  const env = { ...process.env, NODE_ENV: 'development' };
  const args = ['--enable-source-maps', join(root, 'scripts/dev-server.mjs'), join(root, folder, 'server.js')];
  server = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
}

/** Waits until the server has released its port and its database. */
function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    server.once('exit', resolve);
    server.kill('SIGTERM');
  });
}

async function end() {
  if (ending) return;
  ending = true;
  await bundle.dispose();
  await stopServer();
  process.exit(0);
}
