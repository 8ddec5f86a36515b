import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailed, type Outcome } from './command';

/**
 * Runs a command and writes the `file` of its outcome to `path`, readable only by the same user. The file is created
 * first, under another name in the same folder, so that the command does not run if writing is impossible. It gets its
 * name once all of it is on disk, so that a file at `path` is always complete.
 * @throws CommandFailed if the file exists already or cannot be written
 */
export async function intoFile(path: string | undefined, work: () => Promise<Outcome>): Promise<Outcome> {
  if (!path) return work();
  if (existsSync(path)) throw new CommandFailed(`There is a file ${path} already.`);
  const unfinished = open(path);
  let outcome: Outcome;
  try {
    outcome = await work();
  } catch (error) {
    closeSync(unfinished.file);
    rmSync(unfinished.path, { force: true });
    throw error;
  }
  try {
    finish(unfinished, outcome.file ?? '', path);
  } catch (error) {
    throw new CommandFailed(
      [...outcome.lines, `It was done, but ${path} could not be written (${codeOf(error)}).`].join('\n'),
    );
  }
  return { ...outcome, lines: [...outcome.lines, `Written to ${path}.`] };
}

/** Replaces a file as a whole, readable only by the same user, or leaves everything unchanged. */
export function replaceFile(path: string, text: string): void {
  finish(open(path), text, path);
}

interface UnfinishedFile {
  path: string;
  file: number;
}

function open(path: string): UnfinishedFile {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomUUID()}.unfinished`);
  try {
    return { path: unfinished, file: openSync(unfinished, 'wx', 0o600) };
  } catch (error) {
    throw new CommandFailed(`${path} cannot be written (${codeOf(error)}).`);
  }
}

function finish(unfinished: UnfinishedFile, text: string, path: string): void {
  writeFileSync(unfinished.file, text);
  fsyncSync(unfinished.file);
  closeSync(unfinished.file);
  renameSync(unfinished.path, path);
  const folder = openSync(dirname(path), 'r');
  try {
    // This puts the new name on disk as well.
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
