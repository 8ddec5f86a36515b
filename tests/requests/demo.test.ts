import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { newsOfTheDemo, welcome } from '../../upstream/demo/simulator.texts';
import { demoPassword, demoStaff, demoTwoFactorSecret } from '../../upstream/identity/identity.seed';
import { users } from '../../upstream/members/members.tables';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, sharedClub, startClub } from '../support/club';
import { oneTimeCode } from '../support/one-time-code';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

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

const secrets: Record<string, string> = { ben: demoTwoFactorSecret, ...demoStaff };

describe.each(['anna', 'ben', 'clara', 'greta', 'holger'])('the notifications of %s', (name) => {
  it('lead to pages that show what they tell', { timeout: 120_000 }, async () => {
    const club = await sharedClub();
    const email = `${name}@example.org`;
    const visitor = new Visitor(club.url);
    const answer = await visitor.signIn({ email, password: demoPassword });
    const secret = secrets[name];
    if (secret) {
      const code = oneTimeCode(secret, club.clock.now());
      await visitor.submit(await visitor.follow(answer), 'two-factor', { one_time_password: code });
    }
    const told = await club.db
      .select({ language: users.language, title: notifications.title, url: notifications.url })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .where(eq(users.email, email))
      .orderBy(notifications.id);
    const ofSimulator = [welcome, ...newsOfTheDemo].map(({ title, url = null }) => ({ language: 'en', title, url }));
    for (const { language, title, url } of [...told, ...ofSimulator]) {
      if (!url) continue;
      const page = await visitor.get(url, { 'Accept-Language': language });
      expect([url, page.status]).toEqual([url, 200]);
      const text = readableText(page);
      expect(text, url).not.toContain(textsIn(language as 'en')('shell.soon.title'));
      // A page of the wallet shows the label of its address, and the amount that the title tells.
      const [, label] = /((?:OR|TX|WD)-\w+)$/.exec(url) ?? [];
      if (!label) continue;
      expect(text, url).toContain(label);
      const [amount] = /€[\d,.]+|[\d.,]+\u00a0€/.exec(title[language as 'en']) ?? [];
      if (amount) expect(text, url).toContain(amount.replace('\u00a0', ' '));
    }
  });
});
