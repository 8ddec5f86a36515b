import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources';

export const limitOf = (path: string): number => (/\.route\.tsx?$/.test(path) ? 120 : 250);

export const linesOf = (path: string): number => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;

/** Files that may be too long, each with the reason. A file that has become short enough has to leave the list. */
export const exceptions: Record<string, string> = {
  'tests/e2e/settings-account.spec.ts': 'The stories of address and password read the same mailed codes.',
  'tests/requests/staff-commands.test.ts': 'Each way to reach the club runs the same commands.',
  'upstream/identity/sign-in/sign-in.test.ts': 'Both databases count the password checks of one mock.',
  'upstream/identity/two-factor/two-factor-setup.test.ts': 'One operation, with the same clock and codes throughout.',
  'upstream/wallet/bank/bank.club.test.ts': 'The commands of one area, each with the same club, statement and staff.',
  'upstream/wallet/withdraw-accounts/withdraw-accounts.test.ts':
    'One resource, with the same caller and clock throughout.',
};
