import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, startClub } from '../support/club';
import { Visitor } from '../support/visitor';

const patience = { timeout: 60_000, interval: 500 };

const clubs: Club[] = [];
afterEach(async () => {
  for (const club of clubs.splice(0)) await club.stop();
});

/** Opens a club with a member who has just signed in. `countNews` counts the member's notifications. */
async function openWithMember(env: Record<string, string> = {}) {
  const club = await startClub(env);
  clubs.push(club);
  const member = await club.member();
  await new Visitor(club.url).signIn(member);
  const ofMember = eq(notifications.userId, member.id);
  const countNews = async () =>
    (await club.db.select({ id: notifications.id }).from(notifications).where(ofMember)).length;
  return { club, countNews };
}

it('the demo club greets a member who is alone, and ends at once when it is stopped; clubs of tests are left alone', {
  timeout: 180_000,
}, async () => {
  const quiet = await openWithMember();
  const demo = await openWithMember({ DEMO_SIMULATOR: '1' });
  for (const { club } of [quiet, demo]) await club.clock.advance(30);
  // The simulator plans when it first sees the member, and acts 20 seconds later.
  const look = async () => {
    for (const { club } of [quiet, demo]) await club.clock.advance(5);
    return demo.countNews();
  };
  await expect.poll(look, patience).toBe(1);
  // This club opened before the other one, and its clock moved equally far.
  expect(await quiet.countNews()).toBe(0);
  expect(await demo.club.server.stop()).toBe(0);
});
