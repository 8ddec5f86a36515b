import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../upstream/database/database';
import { growTo } from '../../upstream/growing/growing.testing';
import { lose } from '../../upstream/growing/plants/plants.testing';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { givePlants, payOut } from '../support/plants';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let club: Club;
let member: Member;
let visitor: Visitor;
let order: string;
const inB9 = { roomCode: 'B9', cycle: 1 };

/** Three plants in B9, one of them lost, with a harvest that was corrected; two more wait for cycle 9. */
beforeAll(async () => {
  club = await startClub();
  member = await club.member({ language: 'en' });
  const rooms = { db: club.db as unknown as Database };
  order = await givePlants(club, member, { roomCode: 'B9', quantity: 3 });
  await givePlants(club, member, { roomCode: 'B9', quantity: 2, firstCycle: 9 });
  // A plant that was paid after the weighing has no share.
  const now = new Date(club.clock.now());
  const before = new Date(now.getTime() - 1000);
  await growTo(rooms, 'B9', 1, 'flowering', before, '2027-02-01');
  await lose(rooms, { ...inB9, positions: [2] }, member.id, before);
  await growTo(rooms, 'B9', 1, 'resting', now, '2027-02-01');
  await payOut(club, member, { ...inB9, version: 1, grams: 1500, revenue: 10_000 });
  await payOut(club, member, { ...inB9, version: 2, grams: 1500, revenue: 10_200, reason: 'A bill was counted twice' });
  await growTo(rooms, 'B9', 2, 'vegetative', now, '2027-02-01');
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
}, 180_000);
afterAll(() => club?.stop());

const textOf = async (path: string, who = visitor) => readableText(await who.get(path));

describe('the overview of growing', () => {
  it('shows plants by room, the next harvest, and what came out', async () => {
    const page = await visitor.get('/growing');
    const text = readableText(page);
    expect(text).toContain('3 plants in House B9');
    expect(text).toContain('2 plants in House B9');
    expect(text).toContain(t('growing:overview.next_plants_other', { count: 3, room: 'House B9' }));
    expect(text).toMatch(/Weighed\s+1\.5\skg/);
    expect(text).toMatch(/Paid out\s+€51\.00/);
    expect(text).toContain(t('growing:no_promise'));
    expect(text).toMatch(/with the correction of .{5,20}: \+€1\.00/);
    expect(text).toContain('1 plant lost');
    expect(page.body).toContain('href="/growing/harvest/B9-1"');
    expect(page.body).toContain('href="/growing/room/B9"');
    expect(page.body).not.toContain('class="bar"');
    expect(page.body).toContain('href="/growing?chart=1');
    expect((await visitor.get('/growing?chart=1')).body).toMatch(/<rect class="bar"[^>]*height="93\.8"/);
  });

  it('is filtered by room and stage, and takes no notice of what is neither', async () => {
    const waiting = await textOf('/growing?stage=waiting&room=B9');
    expect(waiting).toContain('2 plants in House B9');
    expect(waiting).not.toContain('3 plants in House B9');
    expect(await textOf('/growing?room=H1')).toContain(t('growing:overview.none_found'));
    expect(await textOf('/growing?room=%3Cb%3E&stage=x&page=x')).toContain('3 plants in House B9');
    expect((await visitor.get('/growing?page=9')).location).toBe('/growing');
  });

  it('shows eight rows, and leads to the plants of the others', async () => {
    const owner = await club.member({ language: 'en' });
    for (let at = 1; at <= 10; at++) await givePlants(club, owner, { roomCode: `M${at}`, quantity: 2 });
    const many = new Visitor(club.url);
    await many.signIn(owner);
    const page = await many.get('/growing');
    expect(readableText(page).match(/2 plants in House M/g)).toHaveLength(8);
    expect(readableText(page)).toContain(t('growing:overview.more_other', { count: 2 }));
    expect(page.body).toContain('href="/growing/plants">All plants</a></p>');
    expect((await many.get('/growing?stage=waiting')).body).toContain(
      'href="/growing/plants?stage=waiting">All plants',
    );
  });

  it('explains itself to somebody without plants, and leads to the sales', async () => {
    const nobody = new Visitor(club.url);
    await nobody.signIn(await club.member());
    const page = await nobody.get('/growing');
    const text = readableText(page);
    expect(text).toContain(t('growing:overview.none'));
    expect(text).toContain(t('growing:harvests.none'));
    expect(page.body).toContain('href="/growing/sale"');
    expect(await textOf('/growing/plants', nobody)).toContain(t('growing:overview.none_text'));
    expect((await nobody.get('/growing/plant/B9-00001')).status).toBe(404);
  });

  it('has an introduction before the first harvest, which can be hidden and comes back', async () => {
    const panel = t('growing:intro.text');
    expect(await textOf('/growing')).not.toContain(panel);
    const nobody = new Visitor(club.url);
    await nobody.signIn(await club.member({ language: 'en' }));
    const page = await nobody.get('/growing');
    expect(readableText(page)).toContain(panel);
    const hidden = await nobody.submit(page, '/instructions', { id: 'growing_intro' });
    expect(hidden.location).toBe('/growing');
    const without = await nobody.get('/growing');
    expect(readableText(without)).not.toContain(panel);
    await nobody.submit(without, '/instructions', { id: 'growing_intro' });
    expect(await textOf('/growing', nobody)).toContain(panel);
  });
});

it('the page of a house lists the plants of a member there, the first six of many', async () => {
  const ownIn = async (code: string, who = visitor) => {
    const [own = ''] =
      /<h2[^>]*>Your plants here.*?<\/section>/s.exec((await who.get(`/growing/room/${code}`)).body) ?? [];
    return { own, count: own.match(/href="\/growing\/plant\//g)?.length };
  };
  const all = await ownIn('B9');
  expect([all.count, all.own.includes('All 5')]).toEqual([5, false]);
  const owner = await club.member({ language: 'en' });
  await givePlants(club, owner, { roomCode: 'N1', quantity: 9 });
  const many = new Visitor(club.url);
  await many.signIn(owner);
  const some = await ownIn('N1', many);
  expect([some.count, some.own.includes('All 9 of your plants in House N1')]).toEqual([6, true]);
});

describe('the list of plants', () => {
  const numbersIn = async (query: string) => [
    ...new Set((await visitor.get(`/growing/plants${query}`)).body.match(/(?<="\/growing\/plant\/)B9-\d{5}(?=")/g)),
  ];

  it('has every plant, by number, room, stage and order', async () => {
    const all = [1, 2, 3, 4, 5].map((number) => `B9-0000${number}`);
    expect(await numbersIn('')).toEqual(all);
    expect(await numbersIn('?q=b9+4')).toEqual(['B9-00004']);
    expect(await numbersIn('?stage=waiting')).toEqual(all.slice(3));
    expect(await numbersIn(`?order=${order}`)).toEqual(all.slice(0, 3));
    expect(await numbersIn('?room=H1')).toEqual([]);
    expect(await numbersIn('?stage=x&room=%25')).toEqual(all);
  });

  it('answers 422 at the field for a number that is too long, and keeps it', async () => {
    const answer = await visitor.get(`/growing/plants?q=${'9'.repeat(21)}`);
    expect(answer.status).toBe(422);
    expect(/<input[^>]*id="plants-q"[^>]*>/.exec(answer.body)?.[0]).toMatch(
      /aria-invalid="true".*value="9{21}"|value="9{21}".*aria-invalid="true"/,
    );
  });

  it('is a table to download, as are the harvests', async () => {
    const plants = await visitor.get('/growing/plants.csv?stage=waiting');
    expect(plants.body.trimEnd().split('\r\n')).toHaveLength(3);
    expect(plants.body).toMatch(/\r\nB9-00004,"House B9, Uelzen",Morgentau,Waiting,,,,9,4,[\d-]{10},OR-\w{9}\r\n/);
    const harvests = await visitor.get('/growing/harvests.csv');
    expect(harvests.body).toMatch(
      /\r\nB9-1,"House B9, Uelzen",1,[\d-]{10},2,1,1500,750\.0,51\.00,1\.00,[\d-]{10},EUR\r\n$/,
    );
  });
});

describe('the page of a plant', () => {
  it('tells its stages, its order, and its exact part of each harvest', async () => {
    const page = await visitor.get('/growing/plant/B9-00001');
    const text = readableText(page);
    expect(text).toContain('Plant B9-00001');
    expect(text).toContain('€25.5000');
    expect(page.body).toContain('href="/growing/harvest/B9-1"');
    expect(page.body).toContain(`href="/financial/order/${order}"`);
    expect(page.body).toMatch(/href="\/growing\/sale\/SL-\w{9}"/);
  });

  it('says when and why it was lost', async () => {
    const page = await visitor.get('/growing/plant/b9-2');
    expect(readableText(page)).toMatch(/lost on .{5,20}: Mould/);
    // Its house went on; the stages of the plant end with the loss.
    const stages = /<section[^>]*aria-label="Cycle 1".*?<\/section>/s.exec(page.body)?.[0] ?? '';
    expect(stages).toContain('Flowering');
    expect(stages).toMatch(/Lost: Mould<\/li><\/ol>/);
  });

  it.each(['B9-00099', 'B9', 'x', 'H1-00001'])('is 404 for %s', async (number) => {
    expect((await visitor.get(`/growing/plant/${number}`)).status).toBe(404);
  });
});

it('the dashboard shows plants by stage, the next harvest, and the newest payout', async () => {
  const text = await textOf('/dashboard');
  expect(text).toContain(t('dashboard.growing.in_stage_other', { stage: t('ui.growth.vegetative'), count: 3 }));
  expect(text).toContain(t('dashboard.growing.next_other', { count: 3, room: 'House B9' }));
  expect(text).toMatch(/House B9, cycle 1\s?, €51\.00/);
  expect(text).toContain(t('dashboard.growing.no_promise'));
});
