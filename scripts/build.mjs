import './node-version.mjs';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyBesideBundle, kitBundle, serverBundle } from './bundle.mjs';
import { compressAssets } from './compress.mjs';
import { commandOf, isMain, root, runNode, step } from './process.mjs';
import { sourceHash, sourceStamp } from './sources.mjs';
import { bundleVerifier } from './verifier.mjs';

const stampFile = join(root, 'build/stamp');
const versionFile = join(root, 'build/version.json');

/** Tells whether the sources have changed since `build/` was built. */
export function isStale() {
  const stamp = sourceStamp();
  if (readText(stampFile) === stamp) return false;
  if (!readText(stampFile) || JSON.parse(readText(versionFile) || '{}').hash !== sourceHash()) return true;
  // Touched but not changed, for example by a checkout there and back.
  writeFileSync(stampFile, stamp);
  return false;
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Builds everything. It writes the stamp last, so an interrupted build counts as stale. */
async function build() {
  const stamp = sourceStamp();
  const hash = sourceHash();
  rmSync(join(root, 'build'), { recursive: true, force: true });
  mkdirSync(join(root, 'build'));
  await step('Building the pages', buildApp);
  await step('Building the page that checks receipts', buildVerifier);
  await step('Building the server', buildServer);
  await step('Compressing static files', () => compressAssets('build/client'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(versionFile, `${JSON.stringify({ version, hash })}\n`);
  writeFileSync(stampFile, stamp);
}

async function buildApp() {
  const args = [commandOf('@remix-run/dev', 'remix'), 'vite:build'];
  const { code, output } = await runNode(args, { env: { NODE_ENV: 'production' }, show: false });
  if (code !== 0) fail(output);
  const warnings = output.split('\n').filter((line) => /warn/i.test(line));
  if (warnings.length > 0) console.log(warnings.join('\n'));
}

async function buildVerifier() {
  const folder = join(root, 'build/client/log');
  mkdirSync(folder);
  writeFileSync(join(folder, 'verifier.html'), await bundleVerifier());
}

async function buildServer() {
  // Loaded only now, because a fresh clone has esbuild only after the installation.
  const esbuild = await import('esbuild');
  await esbuild.build(serverBundle('build', 'production')).catch(() => fail('The server could not be bundled.'));
  copyBesideBundle('build');
  await esbuild.build(kitBundle).catch(() => fail('The kit for tests could not be bundled.'));
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

if (isMain(import.meta)) {
  const { installPackages } = await import('./install.mjs');
  await installPackages();
  await build();
}
