import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process uses the folder. Two at once would destroy the embedded database. */
export class DataDirLocked extends Error {
  override name = 'DataDirLocked';

  constructor(
    dataDir: string,
    readonly pid: number,
    host: string,
  ) {
    const where = host === hostname() ? '' : ` on ${host}`;
    super(`${dataDir} is in use by process ${pid}${where}. Stop that process, or choose another DATA_DIR.`);
  }
}

/** A claim is a file whose name contains all its data, so that it is complete as soon as it exists. */
interface Claim {
  pid: number;
  /** Start time of the process as the kernel counts it. It distinguishes a later process with the same pid. */
  started: string;
  /** Machine and process namespace. The pid is valid only there. */
  place: string;
  host: string;
}

const heartbeatMs = 3000;
const silentAfterMs = 12_000;

/**
 * Takes the exclusive lock of a folder. It ends with `release` or when the process ends, in whatever way.
 *
 * Every process first writes its own claim and only then reads the others. Of two that start together at least one sees
 * the other, so that never both proceed. Claims of dead processes are removed. A process of another machine or
 * container on the same volume cannot be checked; its claim is valid for 12 seconds after it was last touched.
 *
 * @throws DataDirLocked that names the process that holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const folder = join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begun = performance.now();
  for (let attempt = 1; ; attempt++) {
    const own = writeClaim(folder);
    const holder = findOtherHolder(folder, own);
    if (!holder) return hold(join(folder, own));
    rmSync(join(folder, own), { force: true });
    const mayFallSilent = holder.place !== placeHere() && performance.now() - begun < silentAfterMs + heartbeatMs;
    if (attempt >= 3 && !mayFallSilent) throw new DataDirLocked(dataDir, holder.pid, holder.host);
    // Two processes that started together have both stepped back. A random wait separates their next attempts.
    await wait(50 + Math.random() * 250);
  }
}

function writeClaim(folder: string): string {
  const claim = [process.pid, readStart(process.pid), placeHere(), hostname(), randomUUID()].join('~');
  writeFileSync(join(folder, claim), '', { flag: 'wx', mode: 0o600 });
  return claim;
}

function findOtherHolder(folder: string, own: string): Claim | null {
  for (const name of readdirSync(folder)) {
    if (name === own) continue;
    const [pid, started = '', place = '', host = ''] = name.split('~');
    const claim = { pid: Number(pid), started, place, host };
    if (isAlive(claim, join(folder, name))) return claim;
    rmSync(join(folder, name), { force: true });
  }
  return null;
}

function isAlive({ pid, started, place }: Claim, path: string): boolean {
  if (place !== placeHere()) return touchedLately(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return readStart(pid) === started;
}

function touchedLately(path: string): boolean {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched < silentAfterMs;
}

/**
 * Returns the start time of a process. Returns nothing if it has ended, also when nobody has read its end: a container
 * without an init process keeps such a pid. On systems without /proc (not Linux) it returns nothing, and only the pid
 * counts.
 */
function readStart(pid: number): string {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  // Field 22 of proc(5), counted after the command's name, because that may contain spaces.
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A process that was killed ends with the last of its threads, which may still write.
  const hasEnded = 'ZX'.includes(state) && Number(fields[16]) <= 1;
  return stat && !hasEnded ? `${boot.slice(0, 8)}-${fields[18]}` : '';
}

const placeHere = () => `${hostname()}-${read(() => readlinkSync('/proc/self/ns/pid')).replace(/\D/g, '')}`;

function read(file: () => string): string {
  try {
    return file();
  } catch {
    return '';
  }
}

function hold(path: string) {
  // Throws if the file is gone: another machine took this process for dead, and continuing would do harm.
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeatMs).unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      rmSync(path, { force: true });
    },
  };
}
