/** The file that keeps the staff token between two commands. It belongs to the user who signed in. */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed } from './command';
import { replaceFile } from './output-file';

/**
 * Returns the stored token, or null.
 * @throws CommandFailed if others can read the file, because they may know the token
 */
export function readToken(path: string): string | null {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) {
      throw new CommandFailed(`${path} is open to others, so your staff token may be known: sign in again (login).`);
    }
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores a new token in place of the old one. Creates a missing folder for the same user only. */
export function keepToken(path: string, token: string): void {
  const folder = dirname(path);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 })) chmodSync(folder, 0o700);
  replaceFile(path, `${token}\n`);
}

export const forgetToken = (path: string): void => rmSync(path, { force: true });
