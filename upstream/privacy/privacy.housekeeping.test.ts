import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { personalData } from '../personal-data';
import { tidyPrivacy } from './privacy.housekeeping';
import { exportChunks, exports } from './privacy.tables';
import { openPrivacyClub } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

describeOnEachDatabase('the housekeeping of exports', (open) => {
  it('takes what there is of a file whose export failed or expired, and of no other', async () => {
    const club = await openPrivacyClub(open, { worked: false });
    const { id: userId } = await club.addMember();
    const ids = { dropped: randomUUID(), late: randomUUID(), over: randomUUID(), ready: randomUUID() };
    const whole = { size: 1, madeAt: start };
    await club.db.insert(exports).values([
      { id: ids.dropped, userId, state: 'running', attempt: 1, requestedAt: start },
      { id: ids.late, userId, state: 'failed', attempt: 1, requestedAt: start },
      { id: ids.over, userId, state: 'ready', ...whole, requestedAt: start, expiresAt: hoursLater(1) },
      { id: ids.ready, userId, state: 'ready', ...whole, requestedAt: start, expiresAt: hoursLater(168) },
    ]);
    const chunk = { attempt: 1, number: 0, bytes: Buffer.from('x') };
    await club.db.insert(exportChunks).values(Object.values(ids).map((exportId) => ({ ...chunk, exportId })));
    const left = async () => (await club.db.select().from(exportChunks)).map(({ exportId }) => exportId).sort();

    await tidyPrivacy(club, personalData, hoursLater(2));
    expect(await left()).toEqual([ids.dropped, ids.over, ids.ready].sort());
    await tidyPrivacy(club, personalData, hoursLater(25));
    expect(await left()).toEqual([ids.ready]);
  });
});
