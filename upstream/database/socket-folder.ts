import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const longestSocketPath = 100;

/**
 * The folder of the sockets for a data folder: inside of it, unless that path is too long for a unix socket (about 104
 * bytes). Throws when it is not this user's alone.
 */
export function makeSocketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const fits = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= longestSocketPath;
  const folder = fits ? inside : join(tmpdir(), `almende-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name in the shared folder can be guessed: somebody else may have made it first.
  const { uid, mode } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(`The socket folder ${folder} must be a folder of this user alone (mode 0700)`);
  }
  return folder;
}
