import './node-version.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, root, run, runNode, step } from './process.mjs';

/** Installs the packages of the lock file. If exactly these are installed, it does not use the network. */
export async function installPackages() {
  if (isInstalled()) return;
  const { code } = await step('Installing packages', runNpmCi);
  if (code !== 0) {
    console.error('The packages could not be installed; npm says above why. Is there a network?');
    process.exit(1);
  }
}

/** npm writes its own lock file into `node_modules` as the last step of an installation. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages(join('node_modules', '.package-lock.json'));
  if (!present) return false;
  const same = (path) => present[path]?.version === wanted[path].version;
  return Object.keys(wanted).every((path) => path === '' || same(path) || (wanted[path].optional && !present[path]));
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return null;
  }
}

function runNpmCi() {
  // The build needs development packages, even if NODE_ENV is production. No package may need its install script.
  const args = [
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? runNode([npm, ...args]) : run('npm', args);
}

if (isMain(import.meta)) await installPackages();
