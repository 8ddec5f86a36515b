import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onFreePort } from '../support/free-port';
import { root } from '../support/server-process';
import { Visitor } from '../support/visitor';

let dataDir = '';
let port = 0;
const started: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'almende-new-demo-'));
  port = await onFreePort(async (free) => Number(free));
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(): ChildProcess {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: '1', DEMO_SIMULATOR: '0' };
  const club = { ...env, NODE_ENV: 'production' as const, ALLOW_EMBEDDED_DATABASE: '1', PUBLIC_URL: address() };
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, env: club, stdio: 'ignore' });
  started.push(child);
  return child;
}

const address = () => `http://localhost:${port}`;

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Returns the ids of the processes that a process has started. */
const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

/** Returns the resident memory of a process in MB, at its peak. */
function peakOf(pid: string | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

it('a new demo club opens after a kill, and its server never holds what filling it took', {
  timeout: 180_000,
}, async () => {
  const killed = start();
  await expect.poll(() => existsSync(join(dataDir, 'database.new')), { timeout: 60_000 }).toBe(true);
  await kill(killed);
  const club = start();
  const isOpen = () =>
    fetch(`${address()}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 120_000, interval: 200 }).toBe(true);
  const anna = { email: 'anna@example.org', password: 'almende-demo' };
  expect((await new Visitor(address()).signIn(anna)).location).toBe('/dashboard');
  expect(readdirSync(dataDir)).not.toContain('database.new');
  if (process.platform !== 'linux') return;
  const [server] = childrenOf(club.pid);
  // 850 MB where the server fills the club.
  expect(peakOf(server)).toBeLessThan(500);
});
