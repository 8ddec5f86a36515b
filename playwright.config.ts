import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { wideFonts } from './tests/support/fonts';
import type { WorkerFixtures } from './tests/support/test';

/**
 * Every story runs twice, with script and without, unless it is tagged `@js` or `@no-js`. A story in both languages
 * runs in German with script and in English without. `npm run test:long` runs all four.
 */
const elsewhere = process.env.TEST_LONG
  ? { js: /@no-js/, 'no-js': /@js/ }
  : { js: /@no-js|@en\b/, 'no-js': /@js|@de\b/ };

/**
 * Some stories run a third time, with script, in front of a back end like Laravel. `npm run test:long` runs all that
 * such a back end can serve: not those about what only the embedded one has, nor those with a server of their own.
 */
const behindLaravel = process.env.TEST_LONG
  ? { grepInvert: /@no-js|@embedded/, testIgnore: ofTheServer() }
  : { grep: /@laravel/, grepInvert: /@de\b/ };

function ofTheServer() {
  const files =
    'chat-live demo dev error-reports faq html-rules navigation new-messages offline pages realtime-service roles settings-api-token settings-terms terms-update tracking';
  return files.split(' ').map((file) => `**/${file}.spec.ts`);
}

export default defineConfig<object, WorkerFixtures>({
  testDir: 'tests/e2e',
  globalSetup: './upstream/database/test-run.testing.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? '.cache/e2e.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    // `page.route` does not see what a worker fetches. Stories about the worker allow it (offline.spec.ts).
    serviceWorkers: 'block',
    launchOptions: {
      env: { ...process.env, ...wideFonts() },
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        // Nobody sees the pages. Without GPU compositing and its substitute a story takes an eighth less CPU time.
        '--disable-gpu',
        '--disable-gpu-compositing',
        '--disable-software-rasterizer',
        // A page lives only for seconds, too short to repay compiling its script early or optimising it. Without both a
        // story takes a twentieth less CPU time.
        '--js-flags=--max-lazy --no-maglev --no-opt',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'js', grepInvert: elsewhere.js, use: { javaScriptEnabled: true } },
    {
      name: 'no-js',
      grepInvert: elsewhere['no-js'],
      testIgnore: ['**/with-script.spec.ts', '**/resilience.spec.ts'],
      use: { javaScriptEnabled: false },
    },
    {
      name: 'laravel',
      ...behindLaravel,
      use: { javaScriptEnabled: true, backEnd: 'laravel' },
    },
  ],
});
