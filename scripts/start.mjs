import './node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { root, runNode } from './process.mjs';

endWithParent();
await installPackages();
// In a process of its own, so that the compiler's memory is gone when the server runs.
if (isStale()) {
  const { code } = await runNode(['scripts/build.mjs']);
  if (code !== 0) process.exit(code);
}
// Small young generations keep the resident memory flat under load.
runServer(['--max-semi-space-size=8', join(root, 'build/server.js')]);

/** Hands signals on and ends as the server ends. */
function runServer(args) {
  // Two pools of memory for all threads, where the C library would keep one for each: a tenth less in all.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: process.env.NODE_ENV || 'production' };
  const server = spawn(process.execPath, args, { stdio: 'inherit', env });
  const handOn = (signal) => server.kill(signal);
  process.on('SIGTERM', handOn);
  process.on('SIGHUP', handOn);
  // Ctrl-C in a terminal reaches the server without us; a second one would ask it to hurry.
  process.on('SIGINT', process.stdin.isTTY ? () => {} : handOn);
  server.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** A signal to npm ends only the shell between npm and us; without this the server would stay and hold its port. */
function endWithParent() {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(look, 500).unref();
}
