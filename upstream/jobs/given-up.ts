/**
 * Jobs that failed for the last time, in the tables of pg-boss. They are kept for 14 days, so that somebody can remove
 * the cause and queue them again.
 */
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Database, Tx } from '../database/database';
import { clientOf } from '../database/transaction';
import { type QueueName, queues } from './queues';

export const daysKept = 14;

/** A handler throws it if another try is of no use. The job is given up at once, and nothing of it is kept. */
export class OfNoUse extends Error {
  override name = 'OfNoUse';
  constructor(readonly code: string) {
    super(code);
  }
}

/** Says and counts that a job was given up. `code` is all that is said of the reason, and nothing of the data. */
export type NoteGivenUp = (queue: string, job: string, code: string) => void;

/** Registers the figure of jobs that were given up, and returns what counts and logs one. */
export function createNotes(metrics: Registry, log: Logger): NoteGivenUp {
  const givenUp = new Counter({
    name: 'jobs_given_up_total',
    help: 'Background jobs that failed for the last time, by queue',
    labelNames: ['queue'],
    registers: [metrics],
  });
  // What begins with 1 shows no increase.
  for (const queue of Object.keys(queues)) givenUp.inc({ queue }, 0);
  return (queue, job, code) => {
    log.error({ queue, job, code }, 'job failed for the last time and was given up');
    givenUp.inc({ queue });
  };
}

/** Bounds the wait for the next try of one job, or of all: pg-boss doubles it without end. */
export async function boundDelay({ $client }: Database, queue: QueueName, id?: string): Promise<void> {
  const { longestDelay } = queues[queue];
  if (longestDelay === undefined) return;
  await $client.query(
    `update pgboss.job set start_after = now() + $2 * interval '1 second'
     where name = $1 and state = 'retry' and start_after > now() + $2 * interval '1 second' and ($3::uuid is null or id = $3)`,
    [queue, longestDelay, id ?? null],
  );
}

/**
 * Does for jobs of killed processes what a worker does for its own: pg-boss itself puts these off, or gives them up
 * without a word. Of several processes one notes each.
 */
export async function followExpired(db: Database, noteGivenUp: NoteGivenUp): Promise<void> {
  for (const queue of Object.keys(queues)) await boundDelay(db, queue as QueueName);
  const { rows } = await db.$client.query<{ id: string; name: string }>(
    `update pgboss.job set output = '{"code": "EXPIRED"}' where state = 'failed' and output ? 'value' returning id, name`,
  );
  for (const { id, name } of rows) noteGivenUp(name, id, 'EXPIRED');
}

export interface GivenUpJob {
  id: string;
  queue: QueueName;
  queuedAt: Date;
  givenUpAt: Date;
  tries: number;
  /** The code of the last error. */
  code: string;
}

/** Lists the jobs of these queues that were given up, the oldest first. */
export async function listGivenUp(tx: Tx, names: readonly QueueName[]): Promise<GivenUpJob[]> {
  const { rows } = await clientOf(tx).query<GivenUpJob>(
    `select id, name as queue, created_on as "queuedAt", completed_on as "givenUpAt", retry_count + 1 as tries,
       coalesce(output->>'code', 'none') as code
     from pgboss.job where state = 'failed' and name = any($1) order by completed_on, id`,
    [names],
  );
  return rows;
}

/**
 * Queues jobs of these queues again that were given up, as if they were new; without `ids` all of them.
 * @returns the ids of those that were found
 */
export async function queueAgain(tx: Tx, names: readonly QueueName[], ids?: readonly string[]): Promise<string[]> {
  const { rows } = await clientOf(tx).query<{ id: string }>(
    `update pgboss.job set state = 'created', retry_count = 0, started_on = null, completed_on = null, output = null,
       start_after = now(), keep_until = now() + $3 * interval '1 day'
     where state = 'failed' and name = any($1) and ($2::uuid[] is null or id = any($2)) returning id`,
    [names, ids ?? null, daysKept],
  );
  return rows.map(({ id }) => id);
}
