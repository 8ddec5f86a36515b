import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../app/platform/request/env.server';

/** The permissions of the group and of all others. */
const OTHERS = 0o077;
/** The server's own entries in the folder. */
const OWN_ENTRIES = ['database', 'lock', 'session-secret', 'socket'];

/**
 * Makes `DATA_DIR` and the server's entries in it private to this user: the database, the secret, sockets and locks.
 * All that the process creates from now on is private too.
 * @returns one line for the operator if other users could read the folder, otherwise null
 * @throws ConfigurationError when the folder cannot be made private
 */
export function secureDataFolder(folder: string): string | null {
  process.umask(OTHERS);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A link counts as the folder that it leads to.
    const before = statSync(folder);
    if (!before.isDirectory()) throw refusal(folder, 'is not a folder');
    const wasOpen = tighten(folder, before);
    for (const name of readdirSync(folder)) tightenEntry(folder, name);
    if ((statSync(folder).mode & OTHERS) !== 0) throw refusal(folder, 'is on a file system that keeps no permissions');
    return wasOpen
      ? `${folder} was open to other users of this machine. It is now open to this user alone (0700).`
      : null;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw refusal(folder, `cannot be made private (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Skips links, and entries of others: a mounted volume may contain a folder of its file system. */
function tightenEntry(folder: string, name: string): void {
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return;
  if (OWN_ENTRIES.includes(name) || isOwn(stats)) tighten(path, stats);
}

const isOwn = ({ uid }: Stats): boolean => uid === (process.getuid?.() ?? uid);

function tighten(path: string, stats: Stats): boolean {
  if (!isOwn(stats)) throw refusal(path, 'belongs to another user of this machine');
  const { mode } = stats;
  if ((mode & OTHERS) === 0) return false;
  chmodSync(path, mode & 0o700);
  return true;
}

const refusal = (path: string, fault: string): ConfigurationError =>
  new ConfigurationError(`DATA_DIR: ${path} ${fault}. Use a folder that belongs to the user who runs the server.`);
