import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { CommandFailed, type Outcome } from './command';

/**
 * Has a command done, and puts what it answers as `file` at `path`, for the same user alone. The file is made before, so
 * that nothing is done where it cannot be written; where nothing was done there is none.
 * @throws CommandFailed where a file is there already, or cannot be written
 */
export async function intoFile(path: string | undefined, work: () => Promise<Outcome>): Promise<Outcome> {
  if (!path) return work();
  const file = open(path);
  let outcome: Outcome;
  try {
    outcome = await work();
  } catch (error) {
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
  try {
    writeFileSync(file, outcome.file ?? '');
    fsyncSync(file);
    closeSync(file);
  } catch (error) {
    throw new CommandFailed(
      [...outcome.lines, `It was done, but ${path} could not be written (${codeOf(error)}).`].join('\n'),
    );
  }
  return { ...outcome, lines: [...outcome.lines, `Written to ${path}.`] };
}

function open(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const code = codeOf(error);
    throw new CommandFailed(
      code === 'EEXIST' ? `There is a file ${path} already.` : `${path} cannot be written (${code}).`,
    );
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
