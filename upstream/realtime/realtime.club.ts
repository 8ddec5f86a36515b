import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../club/command';
import { realtimeNames } from '../contract/realtime';
import { transaction } from '../database/transaction';
import { clientChannel } from './broadcaster';

/** `client-updated`: tells every open browser that a new version of the app is there. */
export const clientUpdated = defineCommand({
  name: 'client-updated',
  summary: 'Tell every open browser that the app was updated',
  positionals: [],
  options: { version: { value: 'V', summary: 'the version that is there now' } },
  details: 'Browsers offer to reload the page, and keep what was typed.',
  given: z.strictObject({
    version: z
      .string()
      .regex(/^[\w.+-]{1,60}$/, 'is not a version')
      .optional(),
  }),
  run: (deps, { version }, now) =>
    transaction(deps.db, async (tx) => {
      await auditStaff(tx, now, { action: 'client.updated', detail: { version } });
      try {
        // Here, not after the commit: the sending is all that was asked for, so a failure must be told and undo the row.
        await deps.broadcaster.trigger({
          channels: [clientChannel],
          event: realtimeNames.events.clientUpdated,
          data: { version },
        });
      } catch (error) {
        throw new CommandFailed(`Nobody was told: ${error instanceof Error ? error.message : 'the sending failed'}.`);
      }
      return { lines: [`Told every open browser${version ? ` of version ${version}` : ''}.`], data: { version } };
    }),
});
