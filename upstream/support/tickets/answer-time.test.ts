import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { leastAnswers } from './answer-time';
import { noteFirstReply } from './ticket-steps';
import { after, aTicket, days, openMember, openSupport, start } from './tickets.testing';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the answer time', (open) => {
  it('is a working day at first, and then the median of the newest first answers', async () => {
    const club = await openSupport(open);
    const mia = await openMember(club);
    // Friday, 10:00 in Berlin.
    expect(await mia.answerTime()).toEqual({
      expected_by: '2026-11-23T09:00:00.000Z',
      median_minutes: null,
      hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: 'Europe/Berlin' },
    });
    const answered = async (minutes: number, daysAgo: number) => {
      const now = after(-days(daysAgo));
      const ticket = await aTicket(club, mia.id, { now });
      await transaction(club.db, (tx) => noteFirstReply(tx, ticket, minutes, now));
    };
    for (let i = 1; i < leastAnswers; i++) await answered(60 * i, i);
    for (const daysAgo of [31, 40, 50]) await answered(1, daysAgo);
    expect((await mia.answerTime()).median_minutes).toBeNull();
    await answered(70, 29);
    expect(await mia.answerTime()).toMatchObject({ median_minutes: 120, expected_by: '2026-11-20T11:00:00.000Z' });
    await answered(125, 1);
    await answered(126, 1);
    await answered(127, 1);
    // Rounded up to a quarter of an hour.
    expect(await mia.answerTime()).toMatchObject({ median_minutes: 125, expected_by: '2026-11-20T11:15:00.000Z' });
  });
});
