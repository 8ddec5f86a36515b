import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { CommandFailed } from './command';

/**
 * Reads a file that a command is given. Looks at the size before it reads, and reads no more than it saw.
 * @throws CommandFailed
 */
export async function readInput(path: string, mostBytes: number): Promise<Buffer> {
  // A pipe would make it wait.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CommandFailed(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`);
  });
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new CommandFailed(`${path} is not a file.`);
    if (about.size > mostBytes) {
      throw new CommandFailed(
        `${path} has ${(about.size / 1024 / 1024).toFixed(1)} MB; at most ${mostBytes / 1024 / 1024} are possible.`,
      );
    }
    const bytes = Buffer.alloc(about.size);
    const { bytesRead } = await file.read(bytes, 0, about.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
