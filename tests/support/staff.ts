import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Environment, root } from './server-process';

/** How a command of the staff ended. */
export interface Said {
  /** 0 done, 1 not done, 2 wrong use. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Opening a club anew takes its time on a busy machine. */
const TIMEOUT_MS = 180_000;

/** The built command line in a process of its own, with no more of this process's environment than PATH and HOME. */
export function runStaffCommand(words: string[], env: Environment): Promise<Said> {
  const { PATH, HOME } = process.env;
  const options = { cwd: root, env: { PATH, HOME, NODE_ENV: 'production' as const, ...env }, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, 'build/club.js'), ...words], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
