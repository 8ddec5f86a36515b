import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { embeddedApp } from '../../upstream/contract/realtime';
import { root } from '../support/server-process';
import { snapshotOfClub } from '../support/snapshot';
import { expect, hydrated, test } from '../support/test';

test('npm run dev serves pages whose script runs, and a socket that they may open', { tag: '@js' }, async ({
  page,
}) => {
  const dev = await startDev();
  try {
    const socket = page.waitForEvent('websocket');
    await page.goto(`${dev.url}/login`);
    expect((await socket).url()).toContain(dev.url.replace('http', 'ws'));
    await hydrated(page, { javaScriptEnabled: true });
    await page.locator('input[name=email]').fill('anna@example.org');
    await page.locator('input[name=password]').fill('almende-demo');
    await page.locator('form#login button[type=submit]').first().click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await greetingOf(page, embeddedApp.key)).toContain('pusher:connection_established');
    // A package that Vite bundles late brings a second React. `optimizeDeps` in vite.config.ts names all packages.
    expect(dev.said()).not.toContain('dependencies optimized');
    expect(await (await page.request.get(`${dev.url}/log/verifier.html`)).text()).toContain('<title>');
  } finally {
    await page.close();
    await dev.stop();
  }
});

/** Returns what realtime sends to a page of the same port. */
const greetingOf = (page: Page, key: string) =>
  page.evaluate(
    (path) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}${path}`);
        socket.onmessage = ({ data }) => resolve(data);
        socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
      }),
    `/app/${key}?protocol=7`,
  );

/** Starts the server of `npm run dev` on a free port, with a copy of the demo club. */
async function startDev() {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-'));
  cpSync(await snapshotOfClub(), dataDir, { recursive: true });
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: '1' };
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const [address] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}: ${said}`)));
  });
  return {
    url,
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
