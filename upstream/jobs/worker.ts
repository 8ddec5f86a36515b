import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/database';
import { boundDelay, type NoteGivenUp, OfNoUse } from './given-up';
import type { Job } from './jobs';
import type { JobPayloads, QueueName } from './queues';

export interface Worker {
  /** Looks for a job now. */
  nudge(): void;
  /** Resolves when the queue was found empty. */
  idle(): Promise<void>;
  /** Resolves when the running job is done. */
  stop(): Promise<void>;
}

interface Means {
  boss: PgBoss;
  db: Database;
  log: Logger;
  noteGivenUp: NoteGivenUp;
  pollMs: number;
}

/**
 * Takes one job after the other. The worker of pg-boss does not wait for its own bookkeeping: a failing database would
 * end the process, and a stop would leave the last job open.
 */
export function startWorker<Q extends QueueName>(
  queue: Q,
  handler: (job: Job<Q>) => Promise<void>,
  { boss, db, log, noteGivenUp, pollMs }: Means,
): Worker {
  let stopped = false;
  let nudged = false;
  let wake = () => {};
  let waiting: (() => void)[] = [];

  const nudge = () => {
    nudged = true;
    wake();
  };

  async function loop(): Promise<void> {
    while (!stopped) {
      nudged = false;
      const idlers = waiting;
      waiting = [];
      const found = await takeOne();
      if (found) waiting.push(...idlers);
      else for (const resolve of idlers) resolve();
      if (!found && !nudged && !stopped) await rest();
    }
    for (const resolve of waiting) resolve();
  }

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function takeOne(): Promise<boolean> {
    const [job] = await boss.fetch<JobPayloads[Q]>(queue, { includeMetadata: true });
    if (!job) return false;
    try {
      await runJob(job);
    } catch (error) {
      // The bookkeeping failed. pg-boss hands the job out again after its expiry.
      log.error({ queue, job: job.id, code: codeOf(error) }, 'job could not be settled');
    }
    return true;
  }

  async function runJob(job: PgBoss.JobWithMetadata<JobPayloads[Q]>): Promise<void> {
    try {
      await handler({ id: job.id, data: job.data });
    } catch (error) {
      // Only the code, because messages of mail servers name the recipient.
      const code = codeOf(error);
      if (!(error instanceof OfNoUse)) return failJob(job, code);
      noteGivenUp(queue, job.id, code);
    }
    // Deleted instead of completed, because payloads contain sign-in links and nobody reads them again.
    await boss.deleteJob(queue, job.id);
  }

  async function failJob({ id, retryCount, retryLimit }: PgBoss.JobWithMetadata, code: string): Promise<void> {
    const isLast = retryCount >= retryLimit;
    if (!isLast) log.warn({ queue, job: id, code }, 'job failed and is tried again');
    await boss.fail(queue, id, { code });
    if (isLast) noteGivenUp(queue, id, code);
    else await boundDelay(db, queue, id);
  }

  const running = loop();
  return {
    nudge,
    idle: () =>
      new Promise((resolve) => {
        if (stopped) return resolve();
        waiting.push(resolve);
        nudge();
      }),
    stop: async () => {
      stopped = true;
      wake();
      await running;
    },
  };
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none';
