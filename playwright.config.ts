import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

/** Every story runs twice, save those tagged `@js` or `@no-js`: with script, and with script switched off. */
export default defineConfig({
  testDir: 'tests/e2e',
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
    // What a worker fetches passes by `page.route`; stories about the worker allow it (offline.spec.ts).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'js', grepInvert: /@no-js/, use: { javaScriptEnabled: true } },
    {
      name: 'no-js',
      grepInvert: /@js/,
      testIgnore: ['**/with-script.spec.ts', '**/resilience.spec.ts'],
      use: { javaScriptEnabled: false },
    },
  ],
});
