import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Tells whether Node was started with this file. */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);

/**
 * How the server starts. The young generation is large enough for what pages in progress need, and the old one is
 * collected when it has grown by half, because V8 lets it grow fourfold on a large machine. One thread collects the
 * young one: what survives there is too little to share out (decision 0030).
 */
export const memoryOptions = ['--max-semi-space-size=32', '--heap-growing-percent=50', '--no-parallel-scavenge'];

/**
 * How the C library gives memory to the server: two arenas for all threads instead of one for each, and blocks of 256 KB
 * and more straight from the system, which has them back at once. Together they save a tenth of the memory.
 */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

/** Returns the script behind a command of an installed package. This Node runs it without a shell or npx. */
export function commandOf(packageName, command = packageName.split('/').pop()) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program in the project's folder or in `cwd`, without input, and waits for it.
 * `show: false` returns its output instead of printing it. Never rejects: a program that cannot start, or that runs
 * longer than `timeout` (milliseconds), returns a code other than 0.
 */
export function run(program, args, { cwd = root, env = {}, show = true, timeout } = {}) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const answer = (code) => resolve({ code, output: Buffer.concat(output).toString() });
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      answer(127);
    });
    child.on('close', (code) => answer(code ?? 1));
  });
}

/** Runs this Node with `run`. */
export const runNode = (args, options) => run(process.execPath, args, options);

/** Prints the title while `work` runs, then the seconds that it took. */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${title} …`);
  const still = setInterval(() => console.log(`  … ${seconds()}`), 10_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(still);
  }
}
