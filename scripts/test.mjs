import './node-version.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { ensureNginx } from './nginx.mjs';
import { commandOf, root, runNode } from './process.mjs';

const reports = join(root, '.cache/reports');
const runners = { unit: runUnitTests, e2e: runEndToEndTests };

await installPackages();
const typed = process.argv.slice(2);
// The random tests and those that kill the server run longer.
if (typed[0] === '--long') {
  typed.shift();
  process.env.TEST_LONG = '1';
}
const { names, filters } = chooseRunners(typed);
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

/** `npm test -- unit …` and `-- e2e …` run one of the two. A path that only one of them knows does so too. */
function chooseRunners([first, ...rest]) {
  if (first === undefined) return { names: Object.keys(runners), filters: [] };
  if (first in runners) return { names: [first], filters: rest };
  return { names: [/e2e|\.spec\./.test(first) ? 'e2e' : 'unit'], filters: [first, ...rest] };
}

async function runUnitTests(filters) {
  if (process.env.CI) await ensureNginx();
  const report = join(reports, 'unit.json');
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runNode([commandOf('vitest'), 'run', ...options, ...filters]);
  return summarise('unit', code, report, (json) => {
    // A file that failed to load has no tests to count.
    const broken = json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests + broken.length,
      skipped: json.numPendingTests + json.numTodoTests,
      tests: json.testResults.flatMap(({ name, assertionResults }) =>
        // A skipped test has no duration.
        assertionResults.map(({ fullName, duration = 0, failureMessages }) => ({
          name: `${relative(root, name)} › ${fullName}`,
          ms: duration,
          faults: failureMessages,
        })),
      ),
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
  return summarise('e2e', code, report, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    tests: storiesIn(suites),
  }));
}

/** Suites are nested: files, groups, stories, and the projects of each story. */
function storiesIn(suites, path = []) {
  return suites.flatMap(({ title, specs, suites: inner = [] }) => [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ projectName, results }) => ({
        name: [`${projectName}: ${[...path, title].join(' › ')}`, spec.title].join(' › '),
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        faults: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
      })),
    ),
    ...storiesIn(inner, [...path, title]),
  ]);
}

/** Returns the counts of a runner. Adds a failure if it ran nothing, crashed, or reported another error. */
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

/** A story counts in each project in which it ran. */
function sumsByFile(tests) {
  const sums = new Map();
  for (const { name, ms } of tests) {
    const [file = ''] = name.replace(/^[\w-]+: /, '').split(' › ');
    sums.set(file, (sums.get(file) ?? 0) + ms);
  }
  return [...sums].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms);
}

function listTen(title, entries) {
  console.log(`\n${title}:`);
  for (const { name, ms } of entries.slice(0, 10)) console.log(`${(ms / 1000).toFixed(1)} s  ${name}`);
}

/** Ends with what a report that is cut at its beginning must still show. People and scripts read the last line. */
function end(results) {
  const tests = results.flatMap((result) => result.tests ?? []);
  const failed = tests.filter(({ faults }) => faults.length > 0);
  if (failed.length > 0) console.log('\nFailed:');
  for (const { name, faults } of failed) console.log(`${name}\n${faults.join('\n').slice(0, 2000)}\n`);
  const slowest = tests.sort((a, b) => b.ms - a.ms);
  listTen('The ten slowest', slowest);
  listTen('The ten files with the longest tests', sumsByFile(tests));
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  console.log(`\n${total('skipped')} skipped`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') > 0 ? 1 : 0);
}
