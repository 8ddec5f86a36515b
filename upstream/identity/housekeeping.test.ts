import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { knownDevices } from '../members/sessions.tables';
import { tidyIdentity } from './housekeeping';
import { loginFailures } from './identity.tables';
import { openClub } from './identity.testing';

const now = new Date('2026-11-20T09:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('housekeeping', (open) => {
  it('forgets browsers that nobody signed in from for a year, and quiet failures, but never a full count', async () => {
    const club = await openClub(open);
    const { id: userId } = await club.addMember();
    const device = (tokenHash: string, lastSeenAt: Date) => ({
      id: randomUUID(),
      userId,
      tokenHash,
      createdAt: daysAgo(800),
      lastSeenAt,
    });
    await club.db.insert(knownDevices).values([device('old', daysAgo(366)), device('used', daysAgo(364))]);
    const failure = (emailHash: string, failures: number, lastAt: Date) => ({
      emailHash,
      failures,
      lastAt,
      waitUntil: lastAt,
    });
    await club.db
      .insert(loginFailures)
      .values([
        failure('quiet', 99, daysAgo(31)),
        failure('recent', 99, daysAgo(29)),
        failure('full', 100, daysAgo(90)),
      ]);
    await tidyIdentity(club, now);
    expect((await club.db.select().from(knownDevices)).map((row) => row.tokenHash)).toEqual(['used']);
    expect((await club.db.select().from(loginFailures)).map((row) => row.emailHash).sort()).toEqual(['full', 'recent']);
  });
});
