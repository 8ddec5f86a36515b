/** What each member sees of a line, call by call. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Affiliate, Growth, Team } from '../../contract/affiliate';
import { describeOnEachDatabase } from '../../database/database.testing';
import { recordStatements } from '../../database/statements.testing';
import { aSale } from '../../growing/growing.testing';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { mostHits } from './list-team';
import { mountTeam } from './team.api';
import { buy, join, leave, refund, start } from './team.testing';

type Body = Affiliate & Team & Growth;

describeOnEachDatabase('a line', (open) => {
  let club: Club;
  let call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body; text: string }>;
  let me: number;

  async function callsOf(email: string) {
    const token = await getToken(club, email);
    return async (method: string, path: string, body?: unknown) => {
      const answer = await club.call(method, path, { token, body });
      return { ...(answer as unknown as { status: number; body: Body }), text: JSON.stringify(answer.body) };
    };
  }

  beforeEach(async () => {
    club = await openClub(open, {}, (api, deps) => {
      mountTeam(api, deps);
      return {};
    });
    me = (await club.addMember({ refHash: 'Mia1234567' })).id;
    call = await callsOf('mia@example.org');
  });

  const listOf = async (query = '') => (await call('GET', `/affiliate/team${query}`)).body;
  const namesOf = async (query = '') => (await listOf(query)).data.map(({ name }) => name);

  it('shows full names on the first level, shortened ones below, and never an e-mail address', async () => {
    const ada = await join(club, me, { firstname: 'Ada', lastname: 'Kern' });
    const ben = await join(club, ada, { firstname: 'Ben', lastname: 'Öz' });
    await join(club, ben, { firstname: 'Cem', lastname: 'Lang' });
    const first = await listOf();
    expect(first.data).toMatchObject([{ name: 'Ada Kern', level: 1, size: 2, children: 1, active: false }]);
    const second = await call('GET', `/affiliate/team?parent=${first.data[0]?.key}`);
    expect(second.body.data).toMatchObject([{ name: 'Ben Ö.', level: 2, size: 1 }]);
    expect(second.body.above).toEqual([{ key: first.data[0]?.key, name: 'Ada Kern', level: 1 }]);
    const third = await call('GET', `/affiliate/team?parent=${second.body.data[0]?.key}`);
    expect(third.body.data).toMatchObject([{ name: 'Cem L.', level: 3, children: 0 }]);
    expect(third.body.above.map(({ name }) => name)).toEqual(['Ada Kern', 'Ben Ö.']);
    for (const { text } of [second, third]) expect(text).not.toMatch(/@|Lang|Öz/);
  });

  it('is nobody else’s: another line, the upline and keys of others are not found', async () => {
    const sponsor = await club.addMember({ email: 'top@example.org', refHash: 'Top1234567' });
    const second = await club.addMember({ email: 'second@example.org', refHash: 'Sec1234567', referrerId: sponsor.id });
    await join(club, second.id);
    const ofSponsor = await callsOf('top@example.org');
    const keys = (await ofSponsor('GET', '/affiliate/team')).body.data.map(({ key }) => key);
    expect(keys).toHaveLength(1);
    expect((await ofSponsor('GET', `/affiliate/team?parent=${keys[0]}`)).status).toBe(200);
    const ofSecond = await callsOf('second@example.org');
    for (const key of [...keys, 'x', 'AAAAAAAAAAAAAAAAAAAAAA', String(sponsor.id)]) {
      expect((await call('GET', `/affiliate/team?parent=${key}`)).status).toBe(404);
      expect((await ofSecond('GET', `/affiliate/team?parent=${key}`)).status).toBe(404);
    }
    expect((await ofSecond('GET', '/affiliate/team')).body.above).toEqual([]);
    expect((await club.call('GET', '/affiliate/team')).status).toBe(401);
  });

  it('ends at level 10', async () => {
    let last = me;
    for (let level = 1; level <= 12; level++) last = await join(club, last);
    let query = '';
    for (let level = 1; level <= 10; level++) {
      const { data } = await listOf(query);
      expect(data).toMatchObject([{ level, children: level < 10 ? 1 : 0 }]);
      query = `?parent=${data[0]?.key}`;
    }
    expect((await call('GET', `/affiliate/team${query}`)).status).toBe(404);
    expect((await call('GET', '/affiliate')).body.levels).toHaveLength(10);
    expect((await listOf('?q=mira')).total).toBe(10);
  });

  it('hides a name from everybody above the sponsor, also from a search', async () => {
    const ada = await club.addMember({
      email: 'ada@example.org',
      firstname: 'Ada',
      refHash: 'Ada1234567',
      referrerId: me,
    });
    const ben = { email: 'ben@example.org', firstname: 'Ben', lastname: 'Kern', refHash: 'Ben1234567' };
    await club.addMember({ ...ben, referrerId: ada.id });
    const [ofAda, ofBen] = [await callsOf('ada@example.org'), await callsOf('ben@example.org')];
    const key = (await listOf()).data[0]?.key;
    expect(await namesOf(`?parent=${key}`)).toEqual(['Ben K.']);
    expect(await namesOf('?q=be')).toEqual(['Ben K.']);
    for (let time = 0; time < 2; time++) {
      expect((await ofBen('PUT', '/affiliate/privacy', { name_hidden: true })).body.name_hidden).toBe(true);
    }
    expect((await ofBen('GET', '/affiliate')).body.name_hidden).toBe(true);
    expect(await namesOf(`?parent=${key}`)).toEqual([null]);
    expect(await namesOf('?q=be')).toEqual([]);
    expect((await ofAda('GET', '/affiliate/team')).body.data[0]?.name).toBe('Ben Kern');
    expect((await ofAda('GET', '/affiliate/team?q=be')).body.total).toBe(1);
    await ofBen('PUT', '/affiliate/privacy', { name_hidden: false });
    expect(await namesOf('?q=BE')).toEqual(['Ben K.']);
  });

  it('keeps a deleted member as a node without a name', async () => {
    const ada = await join(club, me, { firstname: 'Ada' });
    await join(club, ada, { firstname: 'Ben' });
    await leave(club, ada);
    expect((await listOf()).data).toMatchObject([{ name: null, level: 1, size: 1, children: 1 }]);
    expect((await listOf('?q=former')).total).toBe(0);
    expect((await call('GET', '/affiliate')).body.levels).toMatchObject([{ level: 2, members: 1 }]);
  });

  it('finds by the beginning of the first name alone, in the line below the parent', async () => {
    const ada = await join(club, me, { firstname: 'Ada', lastname: 'Benz' });
    await join(club, ada, { firstname: 'Adam' });
    await join(club, null, { firstname: 'Adele' });
    expect((await namesOf('?q=ADA&sort=size')).map((name) => name?.split(' ')[0])).toEqual(['Ada', 'Adam']);
    await join(club, ada, { firstname: 'Änne' });
    for (const q of ['än', 'ÄN', 'Änne']) {
      expect(await namesOf(`?q=${encodeURIComponent(q)}`)).toEqual([expect.stringMatching(/^Änne /)]);
    }
    expect(await namesOf('?q=benz')).toEqual([]);
    expect(await namesOf('?q=a%25')).toEqual([]);
    const key = (await listOf()).data[0]?.key;
    expect((await namesOf(`?parent=${key}&q=ad`)).map((name) => name?.split(' ')[0])).toEqual(['Adam']);
  });

  it('lists at most 100 members of a search, the first by name, and says if there are more', async () => {
    const minute = (n: number) => new Date(start.getTime() + n * 60_000);
    const rows = Array.from({ length: mostHits + 1 }, (_, n) => ({
      ...{
        firstname: `Ida${n % 2 ? '' : 'x'}`,
        lastname: 'Lang',
        email: `ida.${n}@example.org`,
        language: 'en' as const,
      },
      ...{ refHash: `ida${String(n).padStart(7, '0')}`, referrerId: me, updatedAt: start },
      createdAt: minute(n),
    }));
    await club.db.insert(users).values(rows);
    // The newest is the last one by name.
    expect((await listOf('?q=id')).data[0]?.joined_at).toBe(minute(mostHits - 1).toISOString());
    expect(await listOf('?q=id')).toMatchObject({ total: mostHits, has_more: true });
    const pages = await Promise.all([7, 8].map((page) => listOf(`?q=id&page=${page}`)));
    expect(pages.map(({ data }) => data.length)).toEqual([10, 0]);
    expect(await listOf('?q=idax')).toMatchObject({ total: mostHits / 2 + 1, has_more: false });
    expect(await listOf()).toMatchObject({ total: mostHits + 1, has_more: false });
  });

  it('is sorted by time, volume and size, in pages that hold each member once', async () => {
    const sale = await aSale(club, start, { total: 99, maxPerMember: 99 });
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) {
      const createdAt = new Date(start.getTime() + n * 60_000);
      ids.push(await join(club, me, { firstname: `N${n}`, lastname: 'X', createdAt }));
    }
    await join(club, ids[2] as number);
    const below = await join(club, ids[4] as number);
    await buy(club, sale, below, 3);
    await buy(club, sale, ids[5] as number, 2);
    const inOrder = async (sort: string) => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => listOf(`?sort=${sort}&per_page=2&page=${page}`)));
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      return pages.flatMap(({ data }) => data.map(({ name }) => Number(name?.[1])));
    };
    expect(await inOrder('joined')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await inOrder('volume')).toEqual([4, 5, 0, 1, 2, 3, 6]);
    expect(await inOrder('size')).toEqual([2, 4, 0, 1, 3, 5, 6]);
    expect((await listOf('?page=9')).data).toEqual([]);
    for (const page of ['200000000', '9007199254740991']) {
      for (const query of [`?page=${page}`, `?q=n&page=${page}`]) {
        expect([query, await call('GET', `/affiliate/team${query}`)]).toMatchObject([query, { status: 200 }]);
      }
    }
    expect((await call('GET', '/affiliate/team?q=%00')).status).toBeLessThan(500);
    expect((await call('GET', '/affiliate/team?sort=email')).status).toBe(422);
  });

  it('counts members, active ones, volume and growth, with the rates of the configuration', async () => {
    const sale = await aSale(club, start, { total: 99, maxPerMember: 99 });
    const ada = await join(club, me, { referralCampaign: 'flyer', createdAt: new Date() });
    const ben = await join(club, ada, { createdAt: new Date() });
    await buy(club, sale, ada, 2);
    const label = await buy(club, sale, ben, 1);
    expect((await call('GET', '/affiliate')).body).toMatchObject({
      link: '/r/Mia1234567',
      stats: { clicks: 0, registrations: 1, active: 1, conversion: null, earned: '0.00', pending: '0.00' },
      levels: [
        { level: 1, members: 1, active: 1, volume: '200.00', rate: '5.00' },
        { level: 2, members: 1, active: 1, volume: '100.00', rate: '2.00' },
      ],
      campaigns: [{ label: 'flyer', clicks: 0, registrations: 1, active: 1, rate: null }],
    });
    await refund(club, label);
    expect((await call('GET', '/affiliate')).body.levels[1]).toMatchObject({ active: 0, volume: '0.00' });
    const { months } = (await call('GET', '/affiliate/growth')).body;
    expect(months).toHaveLength(12);
    expect(months.at(-1)?.members).toBe(2);
  });

  it('is read with few statements, whatever its size', async () => {
    const read = async () => {
      const key = (await listOf()).data[0]?.key;
      const paths = ['', '/team', `/team?parent=${key}`, '/team?q=mi', '/growth'];
      const counts: number[] = [];
      for (const path of paths) {
        counts.push((await recordStatements(() => call('GET', `/affiliate${path}`))).length);
      }
      return counts;
    };
    const ada = await join(club, me);
    const few = await read();
    // Each begins with the statement that finds the member.
    expect(few).toEqual([3, 2, 3, 3, 2]);
    for (let n = 0; n < 20; n++) await join(club, n % 2 ? ada : me);
    expect(await read()).toEqual(few);
  });

  it('needs the permission', async () => {
    await club.db
      .update(users)
      .set({ permissions: ['news.view'] })
      .where(eq(users.id, me));
    for (const path of ['', '/team', '/growth']) expect((await call('GET', `/affiliate${path}`)).status).toBe(403);
    expect((await call('PUT', '/affiliate/privacy', { name_hidden: true })).status).toBe(403);
  });
});
