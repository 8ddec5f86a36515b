// Writes docs/roles.md from the pages of the built app.
import './node-version.mjs';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { commandOf, runNode } from './process.mjs';

await installPackages();
if (isStale()) await runNode(['scripts/build.mjs']);
const args = [commandOf('@playwright/test', 'playwright'), 'test', 'roles.spec', '--project=no-js'];
const { code } = await runNode(args, { env: { WRITE_ROLES: '1' } });
process.exit(code);
