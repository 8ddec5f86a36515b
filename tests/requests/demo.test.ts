import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, startClub } from '../support/club';
import { Visitor } from '../support/visitor';

const patience = { timeout: 20_000, interval: 500 };

let club: Club;
afterEach(() => club.stop());

const countFor = async (userId: number) =>
  (await club.db.select({ id: notifications.id }).from(notifications).where(eq(notifications.userId, userId))).length;

describe('the demo club', () => {
  it('greets a member who is alone, and ends at once when it is stopped', async () => {
    club = await startClub({ DEMO_SIMULATOR: '1' });
    const member = await club.member();
    await new Visitor(club.url).signIn(member);
    await club.clock.advance(30);
    // The simulator plans when it first sees the member, and acts 20 seconds later.
    const look = async () => {
      await club.clock.advance(5);
      return countFor(member.id);
    };
    await expect.poll(look, patience).toBe(1);
    const begun = performance.now();
    expect(await club.server.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('leaves the clubs of tests alone', async () => {
    club = await startClub();
    const member = await club.member();
    await new Visitor(club.url).signIn(member);
    await club.clock.advance(60);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await countFor(member.id)).toBe(0);
  });
});
