import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onFreePort } from './free-port';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  /** The public origin, without a trailing slash. */
  url: string;
  /** The address where it listens, whatever its public origin is. */
  local: string;
  process: ChildProcess;
  /** Returns all output so far. */
  log(): string;
  /** Asks one of the preloads; see movable-clock.mjs and database-door.mjs. */
  ask<T>(question: Record<string, unknown>): Promise<T>;
  /** Sends SIGTERM. Resolves with the exit code, or null if it was killed after 15 seconds. */
  stop(): Promise<number | null>;
}

export type Environment = Record<string, string | undefined>;

/** Creating a club is slow on a busy machine. */
const START_TIMEOUT_MS = 150_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Starts the built server in another process. Of this environment it gets only PATH and HOME, so that a developer's
 * settings never affect a test. It ends when this process ends.
 */
export async function startServerProcess(env: Environment, preloads: string[] = []): Promise<ServerProcess> {
  const start = (port: string) => startOn(port, env, preloads);
  return env.PORT ? start(env.PORT) : onFreePort(start);
}

async function startOn(port: string, env: Environment, preloads: string[]): Promise<ServerProcess> {
  const imports = ['end-with-parent.mjs', ...preloads].flatMap(importOf);
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...imports, join(root, 'build/server.js')], {
    cwd: root,
    // Each visitor has an address of its own, and each server counts by it.
    env: { PATH, HOME, NODE_ENV: 'production', STRICT_TEXTS: '1', TRUST_PROXY: '1', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const server: ServerProcess = {
    url: '',
    local: `http://localhost:${port}`,
    process: child,
    log: () => written.join(''),
    ask: (question) => ask(child, question),
    stop: () => stop(child),
  };
  server.url = await readiness(child, server.log);
  return server;
}

/** Returns the arguments that load a file of this folder before the program. */
const importOf = (file: string): string[] => ['--import', join(root, 'tests/support', file)];

function readiness(child: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}.\n${log()}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('did not start in time');
    }, START_TIMEOUT_MS);
    // Not `exit`, because the last output may come after that.
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended at its start with code ${code}`);
    });
    child.on('message', (message: { url?: string }) => {
      if (!message.url) return;
      clearTimeout(timer);
      resolve(message.url);
    });
  });
}

let questions = 0;

function ask<T>(child: ChildProcess, question: Record<string, unknown>): Promise<T> {
  const id = ++questions;
  return new Promise((resolve, reject) => {
    const done = () => {
      child.off('message', listen);
      child.off('exit', ended);
    };
    const listen = (message: { id?: number; answer?: T; error?: string }) => {
      if (message.id !== id) return;
      done();
      if (message.error === undefined) resolve(message.answer as T);
      else reject(new Error(message.error));
    };
    const ended = () => {
      done();
      reject(new Error('The server ended before it answered'));
    };
    child.on('message', listen);
    child.on('exit', ended);
    child.send({ ...question, id });
  });
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  // Not `exit`, because the last output may come after that.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  const code = await ended;
  clearTimeout(timer);
  return code;
}
