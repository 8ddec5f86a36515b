import { randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { WrongUse } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { JobPayloads, QueueName } from '../jobs/queues';
import type { Mail } from './mail';
import { mailCommands } from './mail.club';

const now = new Date('2026-11-21T09:41:00.123Z');
const link = { kind: 'unlock', email: 'a@example.test' } as const;

describeOnEachDatabase('mail that was given up', (open) => {
  let deps: TestDatabase;
  beforeEach(async () => {
    deps = await open();
  });

  const run = (name: string, given: unknown = {}) => {
    const command = mailCommands.find((known) => known.name === name) ?? expect.fail(`no ${name}`);
    return command.run(deps, given, now);
  };
  const query = async (text: string, values: unknown[] = []) => (await deps.db.$client.query(text, values)).rows;
  const mailTo = (to: string): Mail => ({
    ...{ to, language: 'en', subject: 'Secret', text: 'secret', html: 'secret', links: [] },
  });

  /** Adds a job that was given up at a minute, and returns its id. */
  const giveUp = async <Q extends QueueName>(queue: Q, data: JobPayloads[Q], minute: number): Promise<string> => {
    const id = randomUUID();
    await transaction(deps.db, (tx) => deps.jobs.enqueue(tx, queue, data, id));
    await query(
      `update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = now(), output = '{"code": "ECONNREFUSED"}',
         created_on = '2026-11-17T09:00:00Z', completed_on = '2026-11-20T09:00:00Z'::timestamptz + $2 * interval '1 minute',
         keep_until = now() where id = $1`,
      [id, minute],
    );
    return id;
  };

  it('is listed by id, kind and time, the oldest first, and without what it says and to whom', async () => {
    expect((await run('mail list')).lines).toEqual(['No mail was given up.']);
    const second = await giveUp('mail', mailTo('a@example.test'), 2);
    const first = await giveUp('news-notice', { storyId: 1 }, 1);
    await giveUp('mailed-link', link, 3);
    await transaction(deps.db, (tx) => deps.jobs.enqueue(tx, 'mail', mailTo('b@example.test')));
    const listed = await run('mail list');
    const times = { queued_at: '2026-11-17T09:00:00.000Z', code: 'ECONNREFUSED' };
    expect(listed.data).toEqual({
      mails: [
        { id: first, kind: 'news-notice', ...times, given_up_at: '2026-11-20T09:01:00.000Z', tries: 9 },
        { id: second, kind: 'mail', ...times, given_up_at: '2026-11-20T09:02:00.000Z', tries: 34 },
      ],
    });
    expect(listed.lines[1]).toBe(
      `${second}  mail  of 2026-11-17T09:00:00.000Z, given up 2026-11-20T09:02:00.000Z after 34 tries: ECONNREFUSED`,
    );
    expect(JSON.stringify(listed)).not.toMatch(/secret|example/i);
  });

  it('is queued again as if it were new, and sent', async () => {
    const one = await giveUp('mail', mailTo('a@example.test'), 1);
    await giveUp('mail', mailTo('b@example.test'), 2);
    expect((await run('mail retry', { id: [one.toUpperCase()] })).lines).toEqual(['1 mail is queued again.']);
    expect(
      await query(
        `select state, retry_count, started_on, completed_on, output, keep_until > now() + interval '13 days' as kept
         from pgboss.job where id = $1`,
        [one],
      ),
    ).toEqual([{ state: 'created', retry_count: 0, started_on: null, completed_on: null, output: null, kept: true }]);
    const sent: string[] = [];
    deps.jobs.work('mail', async ({ data }) => void sent.push(data.to));
    await deps.jobs.idle();
    expect(sent).toEqual(['a@example.test']);
    expect((await run('mail retry', { id: ['all'] })).lines).toEqual(['1 mail is queued again.']);
    await deps.jobs.idle();
    expect(sent).toEqual(['a@example.test', 'b@example.test']);
    expect((await run('mail retry', { id: ['all'] })).lines).toEqual(['No mail was given up.']);
    const rows = await deps.db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['mail.retried', { mails: 1, by: 'command line' }],
      ['mail.retried', { mails: 1, by: 'command line' }],
      ['mail.retried', { mails: 0, by: 'command line' }],
    ]);
  });

  it('is queued all or not at all, and nothing else is', async () => {
    const one = await giveUp('mail', mailTo('a@example.test'), 1);
    const other = await giveUp('mailed-link', link, 2);
    await expect(run('mail retry', { id: [one, other] })).rejects.toThrow(
      `No mail ${other} was given up. None was queued.`,
    );
    expect(await query('select distinct state from pgboss.job')).toEqual([{ state: 'failed' }]);
    expect((await run('mail retry', { id: ['all'] })).data).toEqual({ queued: [one] });
    await expect(run('mail retry', { id: ['seven'] })).rejects.toThrow(WrongUse);
    await expect(run('mail retry', { id: ['all', one] })).rejects.toThrow(/^ID: is “all”/);
  });
});
