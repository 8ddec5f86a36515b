import './node-version.mjs';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { memoryEnvironment, memoryOptions, root, runNode, step } from './process.mjs';

endWithParent();
await installPackages();
// The build runs in another process, so that the compiler's memory is free when the server runs.
if (isStale()) {
  const { code } = await runNode(['scripts/build.mjs']);
  if (code !== 0) process.exit(code);
}
const env = { ...memoryEnvironment, ...process.env, NODE_ENV: process.env.NODE_ENV || 'production' };
if (isNewClub()) await step('Preparing a new club', fillDemo);
runServer([...memoryOptions, join(root, 'build/server.js')]);

/** Tells whether an embedded database may have to be created. The program that does so reads all settings. */
function isNewClub() {
  const { DATA_DIR, DATABASE_URL, UPSTREAM_URL } = process.env;
  return !DATABASE_URL && !UPSTREAM_URL && !existsSync(join(DATA_DIR || '.data', 'database'));
}

/**
 * Fills a new club if it is the demo club. A server that did so would keep 250 MB of memory and take more CPU for each
 * page (decision 0034). If this fails, the server fills the club when it opens it.
 */
async function fillDemo() {
  await once(fork(join(root, 'build/fill-demo.js'), { execArgv: memoryOptions, env }), 'exit').catch(() => {});
}

/** Forwards signals, and ends in the same way as the server. */
function runServer(args) {
  const server = spawn(process.execPath, args, { stdio: 'inherit', env });
  const handOn = (signal) => server.kill(signal);
  process.on('SIGTERM', handOn);
  process.on('SIGHUP', handOn);
  // In a terminal Ctrl-C reaches the server directly. Forwarding it would send a second signal.
  process.on('SIGINT', process.stdin.isTTY ? () => {} : handOn);
  server.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** A signal to npm ends only the shell between npm and this process. Without this the server would keep its port. */
function endWithParent() {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(look, 500).unref();
}
