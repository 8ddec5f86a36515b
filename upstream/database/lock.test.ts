import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './lock';

let dataDir = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'almende-lock-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a live process that claims to hold the folder, as another server would. */
async function startHolder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)']);
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** Takes the lock in this process and rewrites the claim's pid. Start time and place stay those of this process. */
async function claimAs(pid: number, change: (parts: string[]) => string[] = (parts) => parts) {
  const { release } = await lockDataDir(dataDir);
  const [name = ''] = readdirSync(join(dataDir, 'lock'));
  release();
  const parts = change([String(pid), ...name.split('~').slice(1)]);
  const path = join(dataDir, 'lock', parts.join('~'));
  writeFileSync(path, '');
  return path;
}

describe('lockDataDir', () => {
  it('refuses a second holder and names the first', async () => {
    const first = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${process.pid}.`);
    first.release();
    const second = await lockDataDir(dataDir);
    second.release();
    expect(readdirSync(join(dataDir, 'lock'))).toEqual([]);
  });

  it('never lets two of many through', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)));
    const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const lock of locks) lock.release();
    expect(locks.length).toBeLessThanOrEqual(1);
  });

  it('takes over from a process that was killed', async () => {
    const child = await startHolder();
    await claimAs(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await lockDataDir(dataDir);
    lock.release();
  });

  it.runIf(process.platform === 'linux')('takes over from a process whose end nobody has read', async () => {
    // `exec` puts a program in the place of the shell that never asks how its child ended.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
    children.push(parent);
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    await expect.poll(() => stat()[2]).toBe('Z');
    await claimAs(pid, ([pid = '', started = '', ...rest]) => [
      pid,
      started.replace(/\d+$/, stat()[21] ?? ''),
      ...rest,
    ]);
    const lock = await lockDataDir(dataDir);
    lock.release();
  });

  it('is not fooled by a later process with the same pid', async () => {
    const child = await startHolder();
    await claimAs(child.pid ?? 0, ([pid = '', , ...rest]) => [pid, '00000000-1', ...rest]);
    const lock = await lockDataDir(dataDir);
    lock.release();
  });

  it('waits for the silence of a holder on another machine', async () => {
    const path = await claimAs(1, ([pid = '', started = '', , , id = '']) => [pid, started, 'far-1', 'far', id]);
    const now = Date.now() / 1000;
    utimesSync(path, now, now - 11);
    const begun = performance.now();
    const lock = await lockDataDir(dataDir);
    lock.release();
    expect(performance.now() - begun).toBeGreaterThan(500);
  });

  it('makes the folder when it is missing', async () => {
    const missing = join(dataDir, 'deep', 'er');
    const lock = await lockDataDir(missing);
    expect(readdirSync(join(missing, 'lock'))).toHaveLength(1);
    lock.release();
  });
});
