import { z } from 'zod';
import { channelOfClients } from '../broadcasting/broadcaster';
import { auditStaff, CommandFailed, defineCommand } from '../club/command';
import { realtimeNames } from '../contract/realtime';
import { transaction } from '../database/transaction';

/** `client-updated`: tells every open browser that a new version of the app is available. */
export const clientUpdated = defineCommand({
  name: 'client-updated',
  summary: 'Tell every open browser that the app was updated',
  positionals: [],
  proof: 'optional',
  options: { version: { value: 'V', summary: 'the version that runs now' } },
  details: 'Browsers offer to reload the page and keep what was typed.',
  given: z.strictObject({
    version: z
      .string()
      .regex(/^[\w.+-]{1,60}$/, 'is not a version')
      .optional(),
  }),
  run: (deps, { version }, now, actor) =>
    transaction(deps.db, async (tx) => {
      await auditStaff(tx, now, { actor, action: 'client.updated', detail: { version } });
      try {
        // Sent here and not after the commit, because sending is the whole purpose: a failure must reach staff and undo
        // the row.
        await deps.broadcaster.trigger({
          channels: [channelOfClients()],
          event: realtimeNames.events.clientUpdated,
          data: { version },
        });
      } catch (error) {
        throw new CommandFailed(`Nobody was told: ${error instanceof Error ? error.message : 'the sending failed'}.`);
      }
      return { lines: [`Told every open browser${version ? ` of version ${version}` : ''}.`], data: { version } };
    }),
});
