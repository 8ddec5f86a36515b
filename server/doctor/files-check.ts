import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Finding, findingsOf } from './finding';

const { fine, risky, wrong } = findingsOf('files');

const FEW_BYTES = 1024 ** 3;
/** Rights of the group and of all others. */
const OTHERS = 0o077;
/** The right of the group and of all others to write. */
const OTHERS_WRITE = 0o022;

/** Looks at the owners and rights of the files, and at the room for new ones. */
export function checkFiles(environment: NodeJS.ProcessEnv, envFile: string | null): Finding[] {
  const dataDir = resolve(environment.DATA_DIR || '.data');
  const found = [
    ...(envFile ? checkPrivate(resolve(envFile), 'holds the secrets') : []),
    ...checkDataFolder(dataDir),
    ...checkConfigFiles(resolve(environment.CONFIG_DIR || 'config')),
  ];
  return found.length > 0 ? found : [fine('Secrets and data are open to their user alone, and there is disk space.')];
}

function checkDataFolder(folder: string): Finding[] {
  if (!existsSync(folder)) return [];
  const found = checkPrivate(folder, 'holds the data');
  for (const name of readable(folder)) found.push(...checkPrivate(join(folder, name), 'holds the data'));
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < FEW_BYTES)
    found.push(risky(`${folder} has less than 1 GB left.`, 'Make room: without it nothing can be written.'));
  return found;
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function checkPrivate(path: string, why: string): Finding[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & OTHERS) === 0) return [];
  const mode = stats.isDirectory() ? '700' : '600';
  return [wrong(`${path} ${why}, and is open to others (${modeOf(stats)}).`, `chmod ${mode} ${path}`)];
}

/** The bank account in them is where members send their money. */
function checkConfigFiles(folder: string): Finding[] {
  return [folder, ...readable(folder).map((name) => join(folder, name))].flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return [];
    if ((stats.mode & OTHERS_WRITE) !== 0)
      return [wrong(`Others may write ${path} (${modeOf(stats)}).`, `chmod go-w ${path}`)];
    return isReadable(path) ? [] : [wrong(`${path} cannot be read.`, 'Let the user of the server read it.')];
  });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const modeOf = ({ mode }: Stats) => (mode & 0o777).toString(8);
