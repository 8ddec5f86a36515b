import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { commandOf, run, runNode, step } from './process.mjs';

/** The headless shell comes first, because it takes half the time of a complete browser. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a Chromium that starts on this machine, or undefined. `CHROMIUM_PATH` is not checked.
 * @param download where the caller's Playwright puts its own
 */
export function findChromium(download = ownDownload()) {
  return process.env.CHROMIUM_PATH || [download, ...usualPlaces].find(starts);
}

/** Returns the path where `playwright install` puts its Chromium, present or not. */
const ownDownload = () => createRequire(import.meta.url)('@playwright/test').chromium.executablePath();

/** The file alone is not enough: the download lacks libraries on bare machines, and Ubuntu's package is a stub. */
const starts = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;

/**
 * Returns a Chromium that it finds or installs: Playwright's download, otherwise Debian's package. If both fail, it
 * says what to do. In CI it installs the faster one even beside a complete browser. It leaves a developer's machine as
 * it is.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found && process.env.CI && isWhole(found)) await step('Installing the faster Chromium', installPackage);
  return (
    findChromium() ??
    (await step('Downloading Chromium', downloadChromium)) ??
    (await step('Installing Debian’s package of Chromium', installPackage)) ??
    advise()
  );
}

const isWhole = (path) => !process.env.CHROMIUM_PATH && !/headless.shell/.test(path);

async function downloadChromium() {
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  await runNode([commandOf('@playwright/test', 'playwright'), 'install', 'chromium'], { env, timeout: 240_000 });
  return findChromium();
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, timeout: 120_000 });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, timeout: 300_000 });
    const found = findChromium();
    if (found) return found;
  }
  return undefined;
}

function advise() {
  console.error('No Chromium was found, and none could be installed.');
  console.error('Install Chromium or Chrome and set CHROMIUM_PATH to its program file.');
}
