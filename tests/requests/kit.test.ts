import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { root } from '../support/server-process';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns a folder outside the repository, as `npm install --save-dev @playwright/test <this repository>` leaves it. */
function openElsewhere(type: 'module' | 'commonjs'): string {
  const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  folders.push(folder);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/almende'));
  // A copy, because Playwright refuses to be loaded twice, and this repository has its own.
  for (const name of ['@playwright/test', 'playwright', 'playwright-core'])
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type }));
  return folder;
}

const runTests = (folder: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const program = join(folder, 'node_modules/@playwright/test/cli.js');
    const { PATH, HOME, CHROMIUM_PATH } = process.env;
    const env = { PATH, HOME, CHROMIUM_PATH, NODE_ENV: 'test' as const };
    execFile(process.execPath, [program, 'test', '--workers=1'], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

/** The code blocks of the document, in order. */
const blocks = [...readFileSync(join(root, 'docs/testers.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);

it.each(['module', 'commonjs'] as const)(
  'the tests of the document pass in another repository of the type %s',
  {
    timeout: 240_000,
  },
  async (type) => {
    const folder = openElsewhere(type);
    expect(blocks[0]?.trim().split('\n').filter(Boolean)).toHaveLength(10);
    // A CommonJS repository resolves the imports in its own way, which the first of them shows.
    const tried = type === 'module' ? blocks : blocks.slice(0, 1);
    for (const [index, code] of tried.entries()) writeFileSync(join(folder, `${index}.spec.ts`), code);
    const { code, output } = await runTests(folder);
    expect([code, output]).toEqual([0, expect.stringMatching(/\d passed/)]);
    expect(existsSync(join(folder, 'test-results/.last-run.json'))).toBe(true);
    expect(readdirSync(join(folder, 'test-results'))).toEqual(['.last-run.json']);
  },
);

it('a test that fails leaves its trace and a picture', { timeout: 240_000 }, async () => {
  const folder = openElsewhere('module');
  const test = `import { expect, test as base } from '@playwright/test';
import { fixtures } from 'almende/testing';
base.extend(fixtures)('fails', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Elsewhere', { timeout: 100 });
});`;
  writeFileSync(join(folder, 'fails.spec.ts'), test);
  const { code } = await runTests(folder);
  expect(code).toBe(1);
  const kept = readdirSync(join(folder, 'test-results/fails-fails'));
  expect(kept).toEqual(expect.arrayContaining(['trace.zip', 'test-failed-1.png']));
});
