import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const longestSocketPath = 100;

/**
 * Returns the folder for the sockets of a data folder. It is inside the data folder, unless that path is too long for a
 * unix socket (about 104 bytes).
 * @throws if others than this user can access the folder
 */
export function makeSocketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const fits = Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= longestSocketPath;
  const folder = fits ? inside : join(tmpdir(), `almende-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name in the shared folder can be guessed, so somebody else may have created it first.
  const { uid, mode } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(`The socket folder ${folder} must be a folder of this user alone (mode 0700)`);
  }
  return folder;
}
