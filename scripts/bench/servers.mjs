import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { memoryEnvironment, memoryOptions, root } from '../process.mjs';
import { request } from './visitor.mjs';

const usageFile = fileURLToPath(import.meta.resolve('./usage.mjs'));
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const running = new Set();

/**
 * Starts a server with this Node on a free port and waits until `path` answers. It gets only PATH, HOME and `env`, so
 * that nobody's settings change the measurement.
 */
export async function startServer(args, { env = {}, path = '/', cwd = root, port: wanted } = {}) {
  const port = wanted ?? (await freePort());
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['--import', usageFile, ...args], {
    cwd,
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', ...env },
    // The server writes its log as in production, and the output is discarded.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const complaints = [];
  child.stderr.on('data', (chunk) => complaints.push(chunk.toString()));
  const server = {
    url: `http://127.0.0.1:${port}`,
    usage: () => askUsage(child),
    stop: () => stop(child),
    /** Ends it at once, as a power cut does. */
    kill: () => stop(child, 'SIGKILL'),
  };
  running.add(server);
  child.once('exit', () => running.delete(server));
  await untilItAnswers(server.url + path, () => {
    if (child.exitCode !== null || child.signalCode)
      throw new Error(`A server ended at its start.\n${complaints.join('')}`);
  });
  return server;
}

/** Starts our built server as `npm start` does. */
export const startAlmende = (env, options = {}) =>
  startServer([...memoryOptions, 'build/server.js'], {
    path: '/healthz',
    env: { LOG_LEVEL: 'info', ...memoryEnvironment, ...env },
    ...options,
  });

/**
 * Fills the club by a server of its own and waits until that has drawn the pictures. It would be slower than others for
 * as long as it runs.
 */
export async function fillClub({ env }) {
  const server = await startAlmende(env);
  for (let before = 0, now = 1; now > before; ) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    before = now;
    // What an idle server takes is less than a hundred milliseconds.
    now = Math.round((await server.usage()).cpuMs / 100);
  }
  await server.stop();
}

export const stopServers = () => Promise.all([...running].map((server) => server.stop()));

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Polls every few milliseconds. `check` may throw to give up. */
export async function untilItAnswers(url, check) {
  const start = performance.now();
  while (performance.now() - start < START_TIMEOUT_MS) {
    check();
    const answer = await request(url).catch(() => null);
    if (answer && answer.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${url} did not answer within ${START_TIMEOUT_MS / 1000} s`);
}

/**
 * Returns the CPU milliseconds of the process since its start, its current and peak resident bytes, and its heap bytes.
 */
function askUsage(child) {
  return new Promise((resolve) => {
    // The server may send another message first.
    child.on('message', function listen({ usage }) {
      if (!usage) return;
      child.off('message', listen);
      resolve(usage);
    });
    child.send('usage');
  });
}

async function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill(signal);
  await ended;
  clearTimeout(timer);
}
