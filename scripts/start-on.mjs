import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { root, run, runNode, step } from './process.mjs';

/** The newest Node in the npm registry. `node scripts/start-on.mjs 22.23.3` tries another one. */
const NEWEST = '26.10.0';
const START_MS = 120_000;
/** The exit code where the registry did not give that Node; nothing is known of the server then. */
const NOT_FETCHED = 3;

const version = process.argv[2] ?? NEWEST;
await installPackages();
if (isStale() && (await runNode(['scripts/build.mjs'])).code !== 0) process.exit(1);
const node = await step(`Node ${version}`, () => unpackNode(version));
await step(`Starting on Node ${version}`, () => startOn(node));

/** @returns the path of the program, which is kept in `.cache` */
async function unpackNode(wanted) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, '.cache', `${name}-${wanted}`);
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }');
  const { code, output } = await run(
    'npm',
    ['install', `${name}@${wanted}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: unfinished, show: false },
  );
  if (code !== 0) fail(`Node ${wanted} could not be fetched.\n${output}`, NOT_FETCHED);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return program;
}

/** Starts the built server on an empty data folder, asks for a page, and stops it. */
async function startOn(program) {
  const data = mkdtempSync(join(tmpdir(), 'almende-start-'));
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: '1', PORT: String(port), DATA_DIR: data };
  Object.assign(env, { HOST: '127.0.0.1', DEMO: '1', PUBLIC_URL: `http://localhost:${port}` });
  const server = spawn(program, [join(root, 'build/server.js')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => written.push(text));
  const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)));
  let status = null;
  try {
    status = await Promise.race([statusOf(`http://localhost:${port}/login`), ended.then(() => null)]);
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  rmSync(data, { recursive: true, force: true });
  if (status !== 200 || code !== 0)
    fail(`/login answered ${status}, the server ended with ${code}.\n${written.join('')}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Null where there is no answer in time. */
async function statusOf(url) {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return null;
}

function fail(text, code = 1) {
  console.error(text);
  process.exit(code);
}
