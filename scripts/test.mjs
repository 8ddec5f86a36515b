import './node-version.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { commandOf, root, runNode } from './process.mjs';

const reports = join(root, '.cache/reports');
const runners = { unit: runUnitTests, e2e: runEndToEndTests };

await installPackages();
const { names, filters } = chooseRunners(process.argv.slice(2));
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (isStale()) {
  const { code } = await runNode(['scripts/build.mjs']);
  if (code !== 0) end([{ passed: 0, failed: 1, skipped: 0 }]);
}
const results = [];
for (const name of names) {
  console.log(`\n── ${name} tests ──`);
  results.push(await runners[name](filters));
}
end(results);

/** `npm test -- unit …` or `-- e2e …` runs one of the two; so does a path that only one of them knows. */
function chooseRunners([first, ...rest]) {
  if (first === undefined) return { names: Object.keys(runners), filters: [] };
  if (first in runners) return { names: [first], filters: rest };
  return { names: [/e2e|\.spec\./.test(first) ? 'e2e' : 'unit'], filters: [first, ...rest] };
}

async function runUnitTests(filters) {
  const report = join(reports, 'unit.json');
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runNode([commandOf('vitest'), 'run', ...options, ...filters]);
  return summarise('unit', code, report, (json) => {
    // A file that could not be loaded has no tests to count.
    const broken = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + broken.length,
      skipped: json.numPendingTests + json.numTodoTests,
    };
  });
}

async function runEndToEndTests(filters) {
  const { ensureChromium } = await import('./chromium.mjs');
  const chromium = await ensureChromium();
  if (!chromium) return { passed: 0, failed: 1, skipped: 0 };
  const report = join(reports, 'e2e.json');
  const env = { CHROMIUM_PATH: chromium, E2E_REPORT: report };
  const { code } = await runNode([commandOf('@playwright/test', 'playwright'), 'test', ...filters], { env });
  return summarise('e2e', code, report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/** What a runner counted; one failure more when it ran nothing, crashed, or complained about something else. */
function summarise(name, code, report, count) {
  const result = readReport(report, count);
  const trouble =
    (!result && 'wrote no report') ||
    (result.passed + result.failed === 0 && 'ran no test') ||
    (code !== 0 && result.failed === 0 && `ended with code ${code}`);
  if (!trouble) return result;
  console.error(`The ${name} tests ${trouble}.`);
  return { passed: result?.passed ?? 0, failed: (result?.failed ?? 0) + 1, skipped: result?.skipped ?? 0 };
}

function readReport(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return null;
  }
}

/** The last line is read by people and by scripts. */
function end(results) {
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  console.log(`\n${total('skipped')} skipped`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') > 0 ? 1 : 0);
}
