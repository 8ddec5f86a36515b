import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Finding } from '../../server/doctor/finding';
import { type Environment, root } from './server-process';

export interface Examination {
  code: number;
  findings: Finding[];
  output: string;
}

/** Runs `npm run doctor -- --json` with these settings alone. */
export const examine = (settings: Environment, ...words: string[]) =>
  new Promise<Examination>((resolve) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NODE_ENV: 'production' as const, ...settings };
    const args = [join(root, 'build/doctor.js'), '--json', ...words];
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      const findings = stdout.startsWith('[') ? JSON.parse(stdout) : [];
      resolve({ code: error ? Number(error.code) : 0, findings, output: stdout + stderr });
    });
  });

/** Returns the findings of a part as lines like `wrong: …`. */
export const linesOf = ({ findings }: { findings: Finding[] }, part: Finding['part']): string[] =>
  findings.filter((one) => one.part === part).map(({ verdict, what }) => `${verdict}: ${what}`);
