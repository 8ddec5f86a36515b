import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Database, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { afterCommit, clientOf } from '../database/transaction';
import { createNotes, daysKept, followExpired } from './given-up';
import { type JobPayloads, type QueueName, queues } from './queues';
import { startWorker, type Worker } from './worker';

export interface Job<Q extends QueueName> {
  id: string;
  data: JobPayloads[Q];
}

export interface Jobs {
  /**
   * Writes the job in `tx`. It runs after the commit, at least once, and never after a rollback.
   * @param id for a mail that another job makes: the id of that job. If that job runs twice, it is still one mail.
   */
  enqueue<Q extends QueueName>(tx: Tx, queue: Q, data: JobPayloads[Q], id?: string): Promise<void>;
  /**
   * Runs `handler` for every job of the queue, one at a time. A job whose handler throws is retried later, as often as
   * the queue says; with `OfNoUse` it is not.
   */
  work<Q extends QueueName>(queue: Q, handler: (job: Job<Q>) => Promise<void>): void;
  /** Resolves once every queue with a worker here was found empty: no job is due and none is running. */
  idle(): Promise<void>;
  /** Finishes the running jobs and takes no more. */
  stop(): Promise<void>;
}

interface JobsOptions {
  /** How often each queue is checked for jobs of other processes and for due retries. */
  pollMs?: number;
  metrics?: Registry | undefined;
}

/** Starts the queues of pg-boss in the application's own database, over its pool. */
export async function startJobs(
  db: Database,
  log: Logger,
  { pollMs = 2000, metrics = new Registry() }: JobsOptions = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.$client.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 60,
    // A job that was given up moves to the archive after this time, and is deleted a day later. No other job gets there.
    archiveFailedAfterSeconds: daysKept * 24 * 60 * 60,
    retentionDays: daysKept,
    deleteAfterDays: 1,
  });
  const noteGivenUp = createNotes(metrics, log);
  boss.on('error', (error) => log.error({ code: findFailure(error)?.code }, 'job queue'));
  boss.on('maintenance', () =>
    followExpired(db, noteGivenUp).catch((error: unknown) =>
      log.error({ code: findFailure(error)?.code }, 'job queue'),
    ),
  );
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of Object.keys(queues)) {
    if (!existing.has(name)) await boss.createQueue(name);
  }
  const workers = new Map<QueueName, Worker>();

  return {
    enqueue: async (tx, queue, data, id) => {
      const client = clientOf(tx);
      const executeSql = (text: string, values: unknown[]) => client.query(text, values);
      const { longestDelay: _, ...settings } = queues[queue];
      const more = { priority: isUrgent(data) ? 1 : 0, retryBackoff: true, db: { executeSql }, ...(id && { id }) };
      await boss.send(queue, data, { ...settings, ...more });
      afterCommit(tx, () => workers.get(queue)?.nudge());
    },
    work: (queue, handler) => {
      if (workers.has(queue)) throw new Error(`The queue ${queue} has a worker already`);
      workers.set(queue, startWorker(queue, handler, { boss, db, log, noteGivenUp, pollMs }));
    },
    idle: async () => void (await Promise.all([...workers.values()].map((worker) => worker.idle()))),
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** A mail with a code goes before all mail that can wait: a digest for each member would outlast the code. */
const isUrgent = (data: object): boolean => 'until' in data;
