import { expect, it } from 'vitest';
import { recordingBroadcaster } from '../broadcasting/broadcaster.testing';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { clientUpdated } from './realtime.club';

const now = new Date('2026-11-21T09:41:00.123Z');

describeOnEachDatabase('client-updated', (open) => {
  it('tells every browser, and the audit log', async () => {
    const broadcaster = recordingBroadcaster();
    const deps = { ...(await open()), broadcaster };
    await clientUpdated.run(deps, { version: '2026.48.0' }, now);
    expect(broadcaster.sent).toEqual([
      { channels: ['client'], event: 'client.updated', data: { version: '2026.48.0' } },
    ]);
    expect(await deps.db.select().from(auditLog)).toMatchObject([
      { at: now, action: 'client.updated', detail: { version: '2026.48.0', by: 'command line' } },
    ]);
  });

  it('says that nobody was told, and leaves no row', async () => {
    const broadcaster = recordingBroadcaster();
    broadcaster.breakWith(new Error('the service does not answer'));
    const deps = { ...(await open()), broadcaster };
    await expect(clientUpdated.run(deps, {}, now)).rejects.toThrow('Nobody was told: the service does not answer.');
    expect(await deps.db.select().from(auditLog)).toEqual([]);
  });
});

it('client-updated refuses what is no version', () => {
  expect(() => clientUpdated.check({ version: 'the new one' })).toThrow('--version: is not a version');
});
