import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { type Club, openClub, signIn } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { mountTeam } from '../team/team.api';
import { affiliateCampaigns } from '../team/team.tables';
import { join, leave } from '../team/team.testing';
import { listTeamFaults } from '../team/verify-team';
import { affiliateClickKeys, affiliateClickMarks } from './clicks.tables';
import { discardClicks, mostLabels } from './count-click';

// 23:30 in Berlin.
const evening = new Date('2026-11-20T22:30:00Z');
const hour = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: evening }));
afterEach(() => void vi.useRealTimers());

async function openLinks(open: Parameters<typeof openClub>[0]): Promise<Club> {
  const club = await openClub(open, {}, (api, deps) => {
    mountTeam(api, deps);
    return {};
  });
  await club.addMember({ refHash: 'AnnaOe1234' });
  return club;
}

const clickOn =
  (club: Club) =>
  (ip: string, options: object = {}, body: object = {}) =>
    club.post('/referrals/AnnaOe1234/clicks', body, { ip, ...options });
const counted = async ({ db }: Club) =>
  Object.fromEntries((await db.select().from(affiliateCampaigns)).map(({ label, clicks }) => [label, clicks]));

describeOnEachDatabase('a click on a referral link', (open) => {
  it('counts once for each browser and day, for its campaign', async () => {
    const club = await openLinks(open);
    const click = clickOn(club);
    expect(await click('192.0.2.1', {}, { campaign: 'flyer' })).toMatchObject({ status: 204, body: null });
    await click('192.0.2.1');
    await click('192.0.2.1', {}, { campaign: 'mail' });
    await click('192.0.2.2');
    await click('192.0.2.1', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    await click('192.0.2.3', {}, { campaign: 'Not a label' });
    expect(await counted(club)).toEqual({ flyer: 1, '': 3 });
    vi.setSystemTime(new Date(evening.getTime() + hour));
    await click('192.0.2.1', {}, { campaign: 'flyer' });
    expect(await counted(club)).toEqual({ flyer: 2, '': 3 });
    expect((await club.post('/referrals/Nobody1234/clicks', {})).status).toBe(404);
    expect((await click('192.0.2.9', {}, { campaign: 'x'.repeat(61) })).status).toBe(422);
  });

  it('of a bot, of no browser, and of the member counts nothing', async () => {
    const club = await openLinks(open);
    const click = clickOn(club);
    await click('192.0.2.3', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
    await click('192.0.2.3', { userAgent: 'curl/8.5.0' });
    await click('192.0.2.3', { userAgent: '' });
    const { device_token } = (await signIn(club)).body;
    expect(device_token).toBeTruthy();
    await click('192.0.2.4', { device: device_token });
    expect(await counted(club)).toEqual({});
    await club.addMember({ email: 'other@example.org', refHash: 'Other12345' });
    const other = (await signIn(club, {}, 'other@example.org')).body.device_token;
    await click('192.0.2.4', { device: other });
    expect(await counted(club)).toEqual({ '': 1 });
  });

  it('leaves nothing of the visitor in any table, and nothing at all after midnight', async () => {
    const club = await openLinks(open);
    const userAgent = 'Mozilla/5.0 (Visitor; rv:1.0) Gecko/20100101 Firefox/140.0';
    await clickOn(club)('198.51.100.77', { userAgent }, { campaign: 'flyer' });
    const { rows: tables } = await club.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    for (const { name } of tables) {
      const { rows } = await club.db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
      );
      // The limit on clicks counts networks, for a minute.
      if (name === 'rate_limits') continue;
      expect(JSON.stringify(rows), name).not.toMatch(/198\.51\.100\.77|Visitor/);
    }
    const [key] = await club.db.select().from(affiliateClickKeys);
    expect(key).toMatchObject({ day: '2026-11-20' });
    await discardClicks(club, new Date(evening.getTime() + hour / 2 - 1));
    expect(await club.db.$count(affiliateClickMarks)).toBe(1);
    await discardClicks(club, new Date(evening.getTime() + hour / 2));
    expect(await club.db.$count(affiliateClickMarks)).toBe(0);
    expect(await club.db.$count(affiliateClickKeys)).toBe(0);
    expect(await counted(club)).toEqual({ flyer: 1 });
  });

  it('of a new campaign takes the place of that with the fewest clicks, once there are so many', async () => {
    const club = await openLinks(open);
    const click = clickOn(club);
    for (let n = 0; n < mostLabels; n++) await click(`192.0.2.${n}`, {}, { campaign: `c-${n}` });
    await click('192.0.2.100', {}, { campaign: 'c-0' });
    for (const n of [1, 2, 3]) await click(`192.0.2.20${n}`, {}, { campaign: `new-${n}` });
    const all = await counted(club);
    expect(Object.keys(all)).toHaveLength(mostLabels + 1);
    // Of equal ones the first by name leaves, and its clicks stay with the link without a name.
    expect(all).toMatchObject({ '': 3, 'c-0': 2, 'new-3': 1 });
    for (const gone of ['c-1', 'c-10', 'c-11']) expect(all).not.toHaveProperty(gone);
    expect(Object.values(all).reduce((sum, clicks) => sum + clicks, 0)).toBe(mostLabels + 4);
  });

  it('never takes the place of a campaign by which somebody joined', async () => {
    const club = await openLinks(open);
    const [anna] = await club.db.select({ id: users.id }).from(users);
    for (let n = 0; n < mostLabels; n++) await join(club, anna?.id ?? null, { referralCampaign: `c-${n}` });
    await clickOn(club)('192.0.2.1', {}, { campaign: 'new' });
    const all = await counted(club);
    expect(Object.keys(all)).toHaveLength(mostLabels + 1);
    expect(all).toMatchObject({ '': 1, 'c-0': 0 });
  });
});

describeOnPostgres('clicks at the same moment', (open) => {
  it('of one browser count once, and of several each', async () => {
    const club = await openLinks(open);
    const click = clickOn(club);
    await Promise.all(Array.from({ length: 12 }, (_, n) => click(`192.0.2.${n % 4}`)));
    expect(await counted(club)).toEqual({ '': 4 });
  });

  it('never make more campaigns than there may be, and none of the clicks gets lost', async () => {
    const club = await openLinks(open);
    const [anna] = await club.db.select({ id: users.id }).from(users);
    const click = clickOn(club);
    for (let n = 0; n < mostLabels - 1; n++) await click(`192.0.2.${n}`, {}, { campaign: `c-${n}` });
    const clicks = Array.from({ length: 8 }, (_, n) => click(`192.0.2.${n + 100}`, {}, { campaign: `new-${n}` }));
    const joins = Array.from({ length: 4 }, (_, n) => join(club, anna?.id ?? null, { referralCampaign: `c-${n}` }));
    await Promise.all([...clicks, ...joins]);
    const all = await counted(club);
    expect(Object.keys(all).filter(Boolean)).toHaveLength(mostLabels);
    expect(Object.values(all).reduce((sum, clicks) => sum + clicks, 0)).toBe(mostLabels + 7);
    expect(await listTeamFaults(club.db, 5)).toEqual([]);
  });

  it('leave no campaign with a member who leaves at that moment', async () => {
    const club = await openLinks(open);
    const [anna] = await club.db.select({ id: users.id }).from(users);
    const holder = await club.db.$client.connect();
    const isWaiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
    const waiting = () => expect.poll(async () => (await club.db.execute(isWaiting)).rows.length, { timeout: 60_000 });
    try {
      await holder.query("begin; select pg_advisory_xact_lock(hashtext('affiliate.tree'))");
      const left = leave(club, anna?.id ?? 0);
      await waiting().toBe(1);
      const clicked = clickOn(club)('192.0.2.1', {}, { campaign: 'late' });
      await waiting().toBe(2);
      await holder.query('commit');
      await Promise.all([left, clicked]);
    } finally {
      // Without its connection nothing holds the lock.
      holder.release(true);
    }
    expect(await counted(club)).toEqual({ '': 1 });
  });
});
