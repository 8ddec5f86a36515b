import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { afterCommit, clientOf } from '../database/transaction';
import { type JobPayloads, type QueueName, queues } from './queues';
import { startWorker, type Worker } from './worker';

export interface Job<Q extends QueueName> {
  id: string;
  data: JobPayloads[Q];
}

export interface Jobs {
  /** Writes the job in `tx`: it runs after the commit, at least once, and never after a rollback. */
  enqueue<Q extends QueueName>(tx: Tx, queue: Q, data: JobPayloads[Q]): Promise<void>;
  /** Runs `handler` for every job of the queue, one at a time; an error that it throws means a later retry. */
  work<Q extends QueueName>(queue: Q, handler: (job: Job<Q>) => Promise<void>): void;
  /** Resolves once every queue that is worked here was found empty: no job is due, none is in hand. */
  idle(): Promise<void>;
  /** Finishes the jobs in hand and takes no more. */
  stop(): Promise<void>;
}

/** The queues of pg-boss in the application's own database, over its pool. */
export async function startJobs(db: Database, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.$client.query(text, values) },
    schedule: false,
    maintenanceIntervalSeconds: 60,
    deleteAfterDays: 3,
  });
  boss.on('error', (error) => log.error({ code: findFailure(error)?.code }, 'job queue'));
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of Object.keys(queues)) {
    if (!existing.has(name)) await boss.createQueue(name);
  }
  const workers = new Map<QueueName, Worker>();

  return {
    enqueue: async (tx, queue, data) => {
      const client = clientOf(tx);
      const executeSql = (text: string, values: unknown[]) => client.query(text, values);
      await boss.send(queue, data, { ...queues[queue], retryBackoff: true, db: { executeSql } });
      afterCommit(tx, () => workers.get(queue)?.nudge());
    },
    work: (queue, handler) => {
      if (workers.has(queue)) throw new Error(`The queue ${queue} has a worker already`);
      workers.set(queue, startWorker(boss, queue, handler, log));
    },
    idle: async () => void (await Promise.all([...workers.values()].map((worker) => worker.idle()))),
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await boss.stop({ graceful: false, close: false });
    },
  };
}
