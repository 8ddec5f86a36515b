import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Mail } from '../mail/mail';
import { OfNoUse } from './given-up';
import { type Jobs, startJobs } from './jobs';

const mail: Mail = { to: 'a@example.test', language: 'en', subject: 's', text: 't', html: 'h', links: [] };
const hour = 3600;

describeOnEachDatabase('a job that fails', (open) => {
  let deps: TestDatabase;
  let jobs: Jobs;
  let metrics: Registry;
  let logged: Record<string, unknown>[];
  beforeEach(async () => {
    deps = await open();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    logged = [];
    metrics = new Registry();
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
    jobs = await startJobs(deps.db, log, { metrics });
  });
  afterEach(async () => {
    await jobs.stop();
    vi.useRealTimers();
  });

  const query = async (text: string) => (await deps.db.$client.query(text)).rows;
  const enqueue = () => transaction(deps.db, (tx) => jobs.enqueue(tx, 'mail', mail));
  const counted = async () =>
    (await metrics.getSingleMetric('jobs_given_up_total')?.get())?.values.find(({ labels }) => labels.queue === 'mail')
      ?.value;
  /** Lets the maintenance of pg-boss run, which it does every minute. */
  const maintain = async () => {
    await query('update pgboss.version set maintained_on = null');
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => {
      const [version] = await query('select maintained_on is not null as done from pgboss.version');
      expect(version).toEqual({ done: true });
    }, 10_000);
  };

  it('of a mail is tried for three days, at most three hours apart, and is then kept and logged', async () => {
    jobs.work('mail', async () => {
      throw Object.assign(new Error('450 a@example.test: later'), { code: 'EENVELOPE' });
    });
    await enqueue();
    const gaps: number[] = [];
    for (;;) {
      await jobs.idle();
      const [job] = await query(
        'select state, extract(epoch from start_after - now())::float8 as gap, output from pgboss.job',
      );
      if (job.state !== 'retry') {
        expect(job).toMatchObject({ state: 'failed', output: { code: 'EENVELOPE' } });
        break;
      }
      gaps.push(job.gap);
      await query(`update pgboss.job set start_after = now() - interval '1 second'`);
    }
    expect(gaps[0]).toBeLessThan(31);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * hour);
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    expect(total).toBeGreaterThan(72 * hour);
    expect(total).toBeLessThan(80 * hour);
    expect(logged.filter(({ level }) => level === 50)).toMatchObject([
      { queue: 'mail', code: 'EENVELOPE', msg: 'job failed for the last time and was given up' },
    ]);
    expect(logged.filter(({ msg }) => msg === 'job failed and is tried again')).toHaveLength(gaps.length);
    expect(JSON.stringify(logged)).not.toContain('example.test');
    expect(await counted()).toBe(1);
  });

  it('is given up at once where another try is of no use, and nothing of it is kept', async () => {
    jobs.work('mail', async () => {
      throw new OfNoUse('MAIL_OVER');
    });
    await enqueue();
    expect(await counted(), 'from the start on').toBe(0);
    await jobs.idle();
    expect(await query('select id from pgboss.job')).toEqual([]);
    expect(logged).toMatchObject([{ level: 50, code: 'MAIL_OVER', msg: expect.stringContaining('given up') }]);
    expect(await counted()).toBe(1);
  });

  it('of a killed process is logged once after its last try, and is tried again soon after any other', async () => {
    await enqueue();
    await enqueue();
    const taken = `update pgboss.job set state = 'active', started_on = now() - interval '1 hour'`;
    await query(`${taken}, retry_count = retry_limit where id = (select min(id::text)::uuid from pgboss.job)`);
    await query(`${taken}, retry_count = 20 where state = 'created'`);
    await maintain();
    await vi.waitFor(() => expect(logged).toMatchObject([{ level: 50, queue: 'mail', code: 'EXPIRED' }]), 10_000);
    expect(
      await query(`select state, start_after <= now() + interval '3 hours' as soon from pgboss.job order by state`),
    ).toMatchObject([{ state: 'retry', soon: true }, { state: 'failed' }]);
    await maintain();
    expect(await counted()).toBe(1);
  });

  it('is kept for 14 days after it was given up', async () => {
    await enqueue();
    await query(`insert into pgboss.archive select *, now() - interval '2 days' from pgboss.job`);
    await query('delete from pgboss.job');
    await enqueue();
    await enqueue();
    await query(
      `update pgboss.job set state = 'failed', output = '{"code": "E"}', completed_on = now() - interval '13 days'`,
    );
    await query(
      `update pgboss.job set completed_on = now() - interval '15 days' where id = (select min(id::text)::uuid from pgboss.job)`,
    );
    await maintain();
    await vi.waitFor(async () => {
      expect(await query('select state from pgboss.job')).toEqual([{ state: 'failed' }]);
      expect(await query('select state from pgboss.archive')).toEqual([{ state: 'failed' }]);
    }, 10_000);
  });
});
