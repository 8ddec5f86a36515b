import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { newsOfTheDemo, welcome } from '../../upstream/demo/simulator.texts';
import { demoPassword, demoStaff, demoTwoFactorSecret } from '../../upstream/identity/identity.seed';
import { users } from '../../upstream/members/members.tables';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, sharedClub, startClub } from '../support/club';
import { oneTimeCode } from '../support/one-time-code';
import { formOf, readableText, Visitor } from '../support/visitor';

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
      // A page of the wallet shows the label of its address, and the amount that the title tells.
      const [, label] = /((?:OR|TX|WD)-\w+)$/.exec(url) ?? [];
      if (!label) continue;
      expect(text, url).toContain(label);
      const [amount] = /€[\d,.]+|[\d.,]+\u00a0€/.exec(title[language as 'en']) ?? [];
      if (amount) expect(text, url).toContain(amount.replace('\u00a0', ' '));
    }
  });
});

describe('signing in with one press', () => {
  const press = async (visitor: Visitor, account: string) =>
    visitor.submit(await visitor.get('/login'), '/login/demo', { account });

  it('opens the area of a member, also of one with two-factor sign-in', async () => {
    const { url } = await sharedClub();
    for (const name of ['anna', 'ben', 'clara']) {
      const visitor = new Visitor(url);
      const answer = await press(visitor, name);
      expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
      expect((await visitor.get('/dashboard')).status).toBe(200);
    }
  });

  it('is not for the staff, and not without the token of the form', async () => {
    const { url } = await sharedClub();
    for (const name of ['greta', 'holger', 'nobody']) expect((await press(new Visitor(url), name)).status).toBe(422);
    expect((await new Visitor(url).post('/login/demo', { account: 'anna' })).status).toBe(403);
  });

  it('is limited as any sign-in of a network', async () => {
    const { url } = await sharedClub();
    const headers = { 'X-Forwarded-For': '203.0.113.77', 'Content-Type': 'application/json' };
    const call = (): Promise<Response> =>
      fetch(`${url}/api/demo/sign-in`, { method: 'POST', headers, body: '{"account":"clara"}' });
    const statuses = new Set<number>();
    for (let press = 0; press < 31; press++) statuses.add((await call()).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('is nowhere but in a demo club', async () => {
    const club = await startClub({ DEMO: '0', MAILBOX: '1' });
    clubs.push(club);
    const visitor = new Visitor(club.url);
    const login = await visitor.get('/login');
    expect(login.body).not.toContain('/login/demo');
    const fields = [...formOf(login, 'login').fields, ['account', 'anna']] as [string, string][];
    expect((await visitor.post('/login/demo', fields)).status).toBe(404);
    const body = JSON.stringify({ account: 'anna' });
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${club.url}/api/demo/sign-in`, { method: 'POST', headers, body })).status).toBe(404);
  });
});

describe('the demo page', () => {
  const press = async (visitor: Visitor, act: string) => visitor.submit(await visitor.get('/demo'), act, { act });
  /** Opens a club of its own and signs in with one press. */
  async function openAs(account: string, env: Record<string, string> = {}) {
    const club = await startClub(env);
    clubs.push(club);
    const visitor = new Visitor(club.url);
    await visitor.submit(await visitor.get('/login'), '/login/demo', { account });
    return { club, visitor };
  }

  it('lets the others act as often as somebody presses, up to a limit, and the books stay right', {
    timeout: 180_000,
  }, async () => {
    const { club, visitor } = await openAs('anna');
    const acts = [
      'payment',
      'payment',
      'reply',
      'reply',
      'reply',
      'harvest',
      'harvest',
      'harvest',
      'harvest',
      'version',
    ];
    for (const act of acts) {
      const answer = await press(visitor, act);
      expect([act, answer.status, answer.location]).toEqual([act, 303, '/demo']);
      expect((await visitor.get('/demo')).body).toContain('role="status"');
    }
    expect((await press(visitor, 'version')).status).toBe(429);
    const isPaid = async () => (await club.staff('harvest', 'list', '--json')).stdout.match(/"status":"approved"/g);
    await expect.poll(isPaid, patience).toBeNull();
    const verified = await club.staff('ledger', 'verify');
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  });

  it('goes by the rules of the club', async () => {
    const { club, visitor } = await openAs('clara');
    const refused = await press(visitor, 'harvest');
    expect(refused.status).toBe(409);
    expect(readableText(refused)).toContain('Gerade kann keine Pflanze von dir geerntet werden.');
    const guest = await club.member({ permissions: ['support.view'] });
    const looking = new Visitor(club.url);
    await looking.signIn(guest);
    const buttons = (await looking.get('/demo')).body.match(/(?<=name="act" value=")\w+/g);
    expect(buttons).toEqual(['reply', 'version', 'terms']);
    expect((await looking.submit(await looking.get('/demo'), 'reply', { act: 'payment' })).status).toBe(403);
    expect(readableText(await press(looking, 'reply'))).toContain('No ticket of yours waits for us.');
    expect((await visitor.submit(await visitor.get('/demo'), 'payment', { act: 'everything' })).status).toBe(422);
    expect((await press(visitor, 'reply')).status).toBe(303);
    const seen = readableText(await visitor.get('/demo'));
    const other = new Visitor(club.url);
    await other.submit(await other.get('/login'), '/login/demo', { account: 'ben' });
    expect(seen).toContain('Du hast im Chat eine Nachricht bekommen.');
    expect(readableText(await other.get('/demo'))).not.toContain('You got a message in the chat.');
  });

  it('is nowhere but in a demo club, and only for its members', async () => {
    const { club } = await openAs('anna');
    expect((await new Visitor(club.url).get('/demo')).location).toBe('/login');
    await club.restart({ DEMO: '0', MAILBOX: '1' });
    const member = await club.member();
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    expect((await visitor.get('/dashboard')).body).not.toContain('"/demo"');
    expect((await visitor.get('/demo')).status).toBe(404);
    expect((await visitor.post('/demo', { act: 'version' })).status).toBe(404);
    const login = await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: member.email, password: member.password }),
    });
    const { token } = (await login.json()) as { token: { access_token: string } };
    const headers = { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ act: 'version' });
    expect((await fetch(`${club.url}/api/demo/deeds`, { headers })).status).toBe(404);
    expect((await fetch(`${club.url}/api/demo/deeds`, { method: 'POST', headers, body })).status).toBe(404);
  });
});
