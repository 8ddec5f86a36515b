import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailable } from '../../http/problems';

/**
 * Returns how hard a password is to guess, from 0 (easy) to 4 (very hard), by zxcvbn with English and German words.
 * `hints` are words that an attacker knows, such as the member's name. Throws `ServiceUnavailable` if there is no score
 * within 9 seconds or the queue is full, because an unjudged password is not accepted.
 */
export function passwordScore(password: string, hints: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    if (queue.length >= longestQueue) return reject(new ServiceUnavailable(retrySeconds));
    const judgement: Judgement = {
      question: { password: password.slice(0, judged), hints },
      resolve,
      reject,
      timer: setTimeout(() => giveUp(judgement), patience),
    };
    queue.push(judgement);
    if (queue.length === 1) judgeFirst();
  });
}

interface Judgement {
  question: { password: string; hints: string[] };
  resolve(score: number): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

/** A guessable password shows within its first characters. Judging this many takes a tenth of a second of CPU. */
const judged = 32;
const patience = 9000;
const longestQueue = 20;
const retrySeconds = 5;
const idleTime = 60_000;

/** The first entry is being judged. */
const queue: Judgement[] = [];
let worker: Worker | null = null;
/** Whether the worker has loaded its dictionaries, which takes most of a second. */
let isReady = false;
let idle: NodeJS.Timeout | undefined;

function judgeFirst(): void {
  clearTimeout(idle);
  const [first] = queue;
  if (first) {
    worker ??= startWorker();
    worker.ref();
    if (isReady) worker.postMessage(first.question);
  } else if (worker) {
    worker.unref();
    idle = setTimeout(stopWorker, idleTime).unref();
  }
}

/** Settles the first entry of the queue, or rejects it without a score, and continues with the next. */
function settleFirst(score: number | null): void {
  const first = queue.shift();
  if (!first) return;
  clearTimeout(first.timer);
  if (score === null) first.reject(new ServiceUnavailable(retrySeconds));
  else first.resolve(score);
  judgeFirst();
}

function giveUp(judgement: Judgement): void {
  const isBeingJudged = judgement === queue[0] && isReady;
  // A worker that still loads its dictionaries, on a busy machine, stays for the next entry.
  if (isBeingJudged) stopWorker();
  queue.splice(queue.indexOf(judgement), 1);
  judgement.reject(new ServiceUnavailable(retrySeconds));
  if (isBeingJudged) judgeFirst();
}

function stopWorker(): void {
  void worker?.terminate();
  worker = null;
  isReady = false;
}

/**
 * Starts a thread that ends when nobody needs it, because the dictionaries take about 100 MB and a judgement blocks its
 * thread. Its program is a string, so that the bundler needs no further file.
 */
function startWorker(): Worker {
  const require = createRequire(import.meta.url);
  const started = new Worker(program, {
    eval: true,
    workerData: {
      core: require.resolve('@zxcvbn-ts/core'),
      common: require.resolve('@zxcvbn-ts/language-common'),
      languages: [require.resolve('@zxcvbn-ts/language-en'), require.resolve('@zxcvbn-ts/language-de')],
    },
  });
  started.on('message', (message: 'ready' | number) => {
    if (worker !== started) return;
    if (message !== 'ready') return settleFirst(message);
    isReady = true;
    judgeFirst();
  });
  started.on('error', () => undefined);
  started.on('exit', () => {
    if (worker !== started) return;
    worker = null;
    isReady = false;
    settleFirst(null);
  });
  return started;
}

// With the default of 100 l33t substitutions, 32 characters can take ten times as long to judge.
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { zxcvbn, zxcvbnOptions } = require(workerData.core);
const { adjacencyGraphs, dictionary } = require(workerData.common);
const words = { ...dictionary };
for (const language of workerData.languages) {
  for (const [name, list] of Object.entries(require(language).dictionary)) words[language + name] = list;
}
zxcvbnOptions.setOptions({ graphs: adjacencyGraphs, dictionary: words, l33tMaxSubstitutions: 8 });
parentPort.on('message', ({ password, hints }) => {
  parentPort.postMessage(zxcvbn(password, hints).score);
});
parentPort.postMessage('ready');
`;
