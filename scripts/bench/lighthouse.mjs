import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { runNode } from '../process.mjs';
import { fixed, kilobytes, median, printGoals, printTable, times, whole } from './report.mjs';
import { startAlmende } from './servers.mjs';
import { Visitor } from './visitor.mjs';

const RUNS = Number(process.env.BENCH_LIGHTHOUSE_RUNS) || 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const TIMEOUT_MS = 180_000;
/** Pages of members, from each module. */
const MEMBER_PAGES = [
  '/dashboard',
  '/financial',
  '/financial/transactions',
  '/financial/action/make-deposit',
  '/growing',
  '/support/faq',
  '/support/tickets',
  '/chat',
  '/notifications',
  '/posts',
  '/affiliate',
  '/affiliate/team',
  '/event',
  '/settings/address',
];
/** On a busy machine Chromium sometimes records no trace. */
const ATTEMPTS = 3;

/**
 * Measures for each page, with script and in the light version: Lighthouse's scores, its largest contentful paint, how
 * long script blocks the page, and all script that crosses the wire, also what loads when the page is idle.
 */
export async function lighthouse(club) {
  const chromium = await ensureChromium();
  if (!chromium) return console.log('\nLighthouse: left out, no Chromium.');
  const server = await startAlmende(club.env);
  const guest = new Visitor(server.url);
  const member = await new Visitor(server.url).signIn('anna@example.org');
  const rows = [];
  const conversation = await findLink(member, '/chat', /href="(\/chat\/[\da-f-]{36})"/);
  // Once a job has drawn its picture.
  const post = await findLink(member, '/posts', /<li class="post"><picture>.*?href="(\/post\/\d+\/[\w-]+)"/);
  for (const [path, visitor] of [
    ['/login', guest],
    ['/register', guest],
    ...[...MEMBER_PAGES, conversation, post].map((path) => [path, member]),
  ]) {
    console.log(`Lighthouse on ${path} …`);
    const full = await judge(visitor, path, { chromium, club });
    const light = await judge(await visitor.inLightVersion(path), path, { chromium, club });
    rows.push({ path, isIndexed: visitor === guest, full, light });
  }
  await server.stop();
  report(rows);
}

/** Returns the first link of the page that the pattern finds, as soon as there is one. */
async function findLink(visitor, page, pattern) {
  for (let tries = 0; tries < 120; tries++) {
    const { body } = await visitor.get(page);
    const [, path] = pattern.exec(body.toString()) ?? [];
    if (path) return path;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${page} has no link like ${pattern}`);
}

/** Returns the medians over the runs. */
async function judge(visitor, path, { chromium, club }) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await runLighthouse(visitor, path, chromium, club.folder));
  const middle = (pick) => median(runs.map(pick));
  return {
    scores: CATEGORIES.map((name) => Math.round(middle(({ categories }) => categories[name].score ?? 0) * 100)),
    paint: middle(({ audits }) => audits['largest-contentful-paint'].numericValue),
    blocked: middle(({ audits }) => audits['total-blocking-time'].numericValue),
    script: middle(scriptBytes),
    speed: middle(({ environment }) => environment.benchmarkIndex),
    faults: [...new Set(runs.flatMap(faultsOf))],
  };
}

async function runLighthouse({ url, cookie }, path, chromium, folder) {
  const file = join(folder, 'lighthouse.json');
  const args = [
    fileURLToPath(import.meta.resolve('lighthouse/cli/index.js')),
    url + path,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join()}`,
    '--chrome-flags=--headless=new --no-sandbox',
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  for (let attempt = 1; ; attempt++) {
    const { code, output } = await runNode(args, { env: { CHROME_PATH: chromium }, show: false, timeout: TIMEOUT_MS });
    if (code === 0) break;
    if (attempt === ATTEMPTS) throw new Error(`Lighthouse failed on ${path}.\n${output}`);
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { pathname } = new URL(report.finalDisplayedUrl);
  if (pathname !== path) throw new Error(`Lighthouse was led from ${path} to ${pathname}`);
  return report;
}

/** Returns the bytes of all script that the page loaded, compressed. */
const scriptBytes = ({ audits }) =>
  audits['network-requests'].details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0);

/** Returns the audits that lower a score. */
const faultsOf = ({ categories, audits }) =>
  CATEGORIES.flatMap((name) =>
    categories[name].auditRefs.filter(
      ({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9,
    ),
  ).map(({ id }) => id);

function report(rows) {
  const lines = rows.flatMap(({ path, full, light }) => [
    [
      path,
      'full',
      ...full.scores,
      whole(full.paint),
      whole(full.blocked),
      kilobytes(full.script),
      full.faults.join(', '),
    ],
    [
      path,
      'light',
      ...light.scores,
      whole(light.paint),
      whole(light.blocked),
      kilobytes(light.script),
      light.faults.join(', '),
    ],
  ]);
  printTable(
    `Lighthouse: mobile, simulated throttling, medians of ${RUNS} runs; its index of this machine: ${whole(median(rows.map(({ full }) => full.speed)))}`,
    ['page', 'version', ...CATEGORIES, 'LCP ms', 'blocked ms', 'JS KB', 'audits below 90'],
    lines,
  );
  printGoals(
    rows.flatMap(({ path, isIndexed, full, light }) => {
      // Search engines may not index the pages behind the login, so the last score does not count there.
      const judged = isIndexed ? full.scores : full.scores.slice(0, -1);
      const ratio = full.paint / light.paint;
      return [
        {
          budget: 6,
          name: `LCP of ${path}, full : light`,
          measured: times(ratio),
          goal: '≤ 1.1×',
          met: ratio <= 1.1,
        },
        {
          budget: 6,
          name: `blocking time of ${path}`,
          measured: `${whole(full.blocked)} ms`,
          goal: '≤ 100 ms',
          met: full.blocked <= 100,
        },
        {
          budget: 8,
          name: `lowest score of ${path}${isIndexed ? '' : ' (without seo: not indexed)'}`,
          measured: fixed(Math.min(...judged), 0),
          goal: '100',
          met: Math.min(...judged) === 100,
        },
      ];
    }),
  );
}
