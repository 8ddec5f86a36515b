import { expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { silent } from '../database/templates.testing';
import { transaction } from '../database/transaction';
import type { Mail } from '../mail/mail';
import { startJobs } from './jobs';

/** A worker that polls this rarely takes a job only if it is nudged. */
const ONE_HOUR_MS = 3_600_000;

const mailTo = (to: string): Mail => ({ to, language: 'en', subject: 's', text: 't', html: 'h', links: [] });

describeOnEachDatabase('jobs', (open) => {
  it('runs a job right after the commit, and never before', async () => {
    const { db } = await open();
    const jobs = await startJobs(db, silent, { pollMs: ONE_HOUR_MS });
    try {
      const done: string[] = [];
      jobs.work('mail', async ({ data }) => void done.push(data.to));
      await jobs.idle();
      await transaction(db, async (tx) => {
        await jobs.enqueue(tx, 'mail', mailTo('a@example.test'));
        expect(done).toEqual([]);
      });
      await vi.waitFor(() => expect(done).toEqual(['a@example.test']), 30_000);
    } finally {
      await jobs.stop();
    }
  });

  it('never runs a job whose transaction was rolled back', async () => {
    const { db, jobs } = await open();
    const done: string[] = [];
    jobs.work('mail', async ({ data }) => void done.push(data.to));
    const failing = transaction(db, async (tx) => {
      await jobs.enqueue(tx, 'mail', mailTo('lost@example.test'));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    await transaction(db, (tx) => jobs.enqueue(tx, 'mail', mailTo('kept@example.test')));
    await jobs.idle();
    expect(done).toEqual(['kept@example.test']);
  });

  it('keeps a failed job for a later retry, and only the code of its error', async () => {
    const { db, jobs } = await open();
    jobs.work('mail', async () => {
      throw Object.assign(new Error('550 a@example.test is unknown'), { code: 'EENVELOPE' });
    });
    await transaction(db, (tx) => jobs.enqueue(tx, 'mail', mailTo('a@example.test')));
    await jobs.idle();
    const { rows } = await db.$client.query(
      'select state, retry_count, output, start_after > now() as later from pgboss.job',
    );
    expect(rows).toEqual([{ state: 'retry', retry_count: 0, output: { code: 'EENVELOPE' }, later: true }]);
  });

  it('leaves nothing of a finished job behind', async () => {
    const { db, jobs } = await open();
    jobs.work('mail', async () => {});
    await transaction(db, (tx) => jobs.enqueue(tx, 'mail', mailTo('a@example.test')));
    await jobs.idle();
    const { rows } = await db.$client.query(
      'select count(*)::int from pgboss.job union all select count(*)::int from pgboss.archive',
    );
    expect(rows).toEqual([{ count: 0 }, { count: 0 }]);
  });

  it('finishes the job in hand when it stops, and starts no other', async () => {
    const { db, jobs } = await open();
    const done: string[] = [];
    let started = () => {};
    const inHand = new Promise<void>((resolve) => (started = resolve));
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    jobs.work('mail', async ({ data }) => {
      started();
      await isFinished;
      done.push(data.to);
    });
    await transaction(db, (tx) => jobs.enqueue(tx, 'mail', mailTo('first@example.test')));
    await transaction(db, (tx) => jobs.enqueue(tx, 'mail', mailTo('second@example.test')));
    await inHand;
    const stopped = jobs.stop();
    finish();
    await stopped;
    expect(done).toEqual(['first@example.test']);
    const { rows } = await db.$client.query("select data->>'to' as to, state from pgboss.job");
    expect(rows).toEqual([{ to: 'second@example.test', state: 'created' }]);
  });
});
