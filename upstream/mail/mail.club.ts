/** Commands for the operator after the mail server was away for days. They show nothing of a mail, nor to whom it is. */
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../club/command';
import { transaction } from '../database/transaction';
import { daysKept, listGivenUp, queueAgain } from '../jobs/given-up';
import type { QueueName } from '../jobs/queues';

/** Queues that send mail, or make one that was not asked for just now. */
const mailQueues: readonly QueueName[] = [
  'mail',
  'confirmation',
  'bank-details',
  'growing-notice',
  'news-notice',
  'appointment-notice',
];

const kinds = `The kind is mail for one that the mail server did not take, and otherwise the queue that did not make it.`;

/** `mail list` shows mail that was given up. */
const mailList = defineCommand({
  name: 'mail list',
  summary: `List mail that was given up in the last ${daysKept} days`,
  positionals: [],
  proof: 'optional',
  options: {},
  details: `${kinds}\nMail whose link or code has expired by then is not kept.`,
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const mails = (await listGivenUp(tx, mailQueues)).map(({ id, queue, queuedAt, givenUpAt, tries, code }) => ({
        id,
        kind: queue,
        queued_at: queuedAt.toISOString(),
        given_up_at: givenUpAt.toISOString(),
        tries,
        code,
      }));
      await auditStaff(tx, now, { actor, action: 'mail.listed' });
      const lines = mails.map(
        ({ id, kind, queued_at, given_up_at, tries, code }) =>
          `${id}  ${kind}  of ${queued_at}, given up ${given_up_at} after ${tries} tries: ${code}`,
      );
      return { lines: lines.length > 0 ? lines : ['No mail was given up.'], data: { mails } };
    }),
});

/** `mail retry ID…`, or `all`. */
const mailRetry = defineCommand({
  name: 'mail retry',
  summary: 'Queue mail again that was given up: some of it by the ID, or all',
  positionals: ['id'],
  takesMany: true,
  proof: 'optional',
  options: {},
  details: `mail list shows each ID. ${kinds}\nThe server sends it now, or when it runs again, and tries for three days.`,
  given: z.strictObject({
    id: z
      .array(z.string())
      .refine(
        (ids) => ids.join() === 'all' || ids.every((id) => z.uuid().safeParse(id).success),
        'is “all”, or one ID or more of mail list',
      ),
  }),
  run: (deps, { id: asked }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const wanted = asked[0] === 'all' ? undefined : [...new Set(asked.map((id) => id.toLowerCase()))];
      const queued = await queueAgain(tx, mailQueues, wanted);
      const unknown = wanted?.filter((id) => !queued.includes(id)) ?? [];
      if (unknown.length > 0) throw new CommandFailed(`No mail ${unknown.join(', ')} was given up. None was queued.`);
      await auditStaff(tx, now, { actor, action: 'mail.retried', detail: { mails: queued.length } });
      const line = queued.length === 1 ? '1 mail is queued again.' : `${queued.length} mails are queued again.`;
      return { lines: [queued.length === 0 ? 'No mail was given up.' : line], data: { queued } };
    }),
});

export const mailCommands = [mailList, mailRetry];
