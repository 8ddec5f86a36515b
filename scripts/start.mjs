import './node-version.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { memoryOptions, root, runNode } from './process.mjs';

endWithParent();
await installPackages();
// The build runs in another process, so that the compiler's memory is free when the server runs.
if (isStale()) {
  const { code } = await runNode(['scripts/build.mjs']);
  if (code !== 0) process.exit(code);
}
runServer([...memoryOptions, join(root, 'build/server.js')]);

/** Forwards signals, and ends in the same way as the server. */
function runServer(args) {
  // Two memory arenas for all threads. The C library would use one for each thread, which takes a tenth more memory.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: process.env.NODE_ENV || 'production' };
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
