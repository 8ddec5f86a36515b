import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { commandOf, run, runNode, step } from './process.mjs';

/** First the one without windows: it takes half the time of a whole browser. */
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

/** The path of a Chromium that starts here, or undefined. `CHROMIUM_PATH` is taken at its word. */
export function findChromium() {
  return process.env.CHROMIUM_PATH || [ownDownload(), ...usualPlaces].find(starts);
}

/** Where `playwright install` puts its Chromium, whether it is there or not. */
const ownDownload = () => createRequire(import.meta.url)('@playwright/test').chromium.executablePath();

/** A file alone is not enough: the download lacks libraries on bare machines, and Ubuntu's package is a stub. */
const starts = (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;

/** Finds a Chromium or gets one: Playwright's download, else Debian's package. Says what to do when neither works. */
export async function ensureChromium() {
  return (
    findChromium() ??
    (await step('Downloading Chromium', downloadChromium)) ??
    (await step('Installing Debian’s package of Chromium', installPackage)) ??
    advise()
  );
}

async function downloadChromium() {
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  await runNode([commandOf('@playwright/test', 'playwright'), 'install', 'chromium'], { env, timeout: 240_000 });
  return findChromium();
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    const found = findChromium();
    if (found) return found;
  }
  return undefined;
}

function advise() {
  console.error('No Chromium was found, and none could be installed.');
  console.error('Install Chromium or Chrome and set CHROMIUM_PATH to its program file.');
}
