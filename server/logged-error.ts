import { anonymousText, statementFailure } from './anonymous-text';
import type { PathLog } from './logged-path';

/**
 * Writes an unexpected error for the log: name, code, message and stack. An error may contain its request or quote an
 * address. Neither is written.
 */
export function errorSerializer(paths: PathLog) {
  const write = (error: unknown, depth = 0): object | undefined => {
    if (!(error instanceof Error)) return error === undefined ? undefined : { type: typeof error };
    const { code } = error as { code?: unknown };
    return {
      type: error.name,
      code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
      message: statementFailure(error) ?? anonymousText(error.message, paths),
      stack: (error.stack ?? '')
        .split('\n')
        .filter((line) => line.startsWith('    at '))
        .join('\n'),
      cause: depth < 3 ? write(error.cause, depth + 1) : undefined,
    };
  };
  return (error: unknown) => write(error);
}
