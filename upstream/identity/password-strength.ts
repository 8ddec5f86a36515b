import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailable } from '../http/problems';

/**
 * How hard a password is to guess: 0 (at once) to 4 (very), by zxcvbn with English and German words.
 * `hints` are words that the guesser knows, such as the member's name. Throws `ServiceUnavailable` when there is no
 * verdict within 9 seconds or too many wait for one: a password that nobody judged is not accepted.
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

/** What is guessable shows at the start; judging that much takes a tenth of a second of CPU. */
const judged = 32;
const patience = 9000;
const longestQueue = 20;
const retrySeconds = 5;
const idleTime = 60_000;

/** The first one is being judged. */
const queue: Judgement[] = [];
let worker: Worker | null = null;
/** It has read its dictionaries, which takes most of a second. */
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

/** Answers the first of the queue, or refuses it for want of a verdict, and goes on with the next. */
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
  // One that still reads its dictionaries, on a busy machine, is there for the next.
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
 * The dictionaries weigh about 100 MB and a judgement holds up whoever makes it, so both live in a thread that ends when
 * nobody needs it. It is evaluated from text, so that no bundler has to carry another file.
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

// With its usual 100 readings of letters written as signs, 32 characters can take ten times as long to judge.
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
