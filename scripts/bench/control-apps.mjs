import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { serverBundle } from '../bundle.mjs';
import { commandOf, root, runNode } from '../process.mjs';

const sources = join(root, 'scripts/bench');
const folder = join(root, '.cache/bench');

/**
 * Builds the stock Remix app, and our own app with only the 300-element page: our root, entries and server unchanged,
 * with another route table. Both are inside the repository's cache so that packages resolve.
 * @returns the folders of both
 */
export async function buildControlApps() {
  rmSync(folder, { recursive: true, force: true });
  const stock = join(folder, 'stock');
  cpSync(join(sources, 'stock'), stock, { recursive: true });
  cpSync(join(sources, 'tree.mjs'), join(stock, 'app/tree.mjs'));
  await buildRemix(stock);

  const own = join(folder, 'own');
  mkdirSync(own, { recursive: true });
  const parts = [
    'app',
    'public',
    'upstream/contract',
    'scripts/physical-css.mjs',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ];
  for (const part of parts) cpSync(join(root, part), join(own, part), { recursive: true });
  cpSync(join(sources, 'own-page'), join(own, 'app'), { recursive: true });
  cpSync(join(sources, 'tree.mjs'), join(own, 'app/tree.mjs'));
  await buildRemix(own);
  await esbuild.build(serverBundle(join(own, 'build'), 'production', join(own, 'build/server/index.js')));
  cpSync(join(root, 'build/client/log'), join(own, 'build/client/log'), { recursive: true });
  return { stock, own };
}

async function buildRemix(app) {
  const args = [commandOf('@remix-run/dev', 'remix'), 'vite:build', app];
  const { code, output } = await runNode(args, { cwd: app, env: { NODE_ENV: 'production' }, show: false });
  if (code !== 0) throw new Error(`A control app could not be built.\n${output}`);
}
