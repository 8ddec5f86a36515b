import './node-version.mjs';
import { installPackages } from './install.mjs';
import { commandOf, runNode } from './process.mjs';

// Colours are only for a terminal. A log is plain text.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
await installPackages();
const checks = [
  { name: 'format and lint', args: [commandOf('@biomejs/biome'), 'ci', '--error-on-warnings'] },
  { name: 'types', args: [commandOf('typescript', 'tsc'), '--noEmit', '-p', '.'] },
  { name: 'unused code', args: [commandOf('knip')] },
  { name: 'openapi', args: ['scripts/openapi.mjs'] },
  {
    name: 'structure, texts',
    args: [
      commandOf('vitest'),
      'run',
      'tests/architecture.test.ts',
      'tests/locales.test.ts',
      'tests/references.test.ts',
    ],
  },
];

const results = [];
// CI runs the tests of structure and texts with all others.
const chosen = process.argv.includes('--static') ? checks.filter(({ name }) => name !== 'structure, texts') : checks;
for (const { name, args } of chosen) {
  const started = Date.now();
  const { code, output } = await runNode(args, { show: false });
  results.push({ name, passed: code === 0, seconds: (Date.now() - started) / 1000 });
  if (code !== 0) console.log(`── ${name} ──\n${output}`);
}
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s`);
}
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
