import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { channelOfUser } from '../broadcasting/broadcaster';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { memberPermissions } from '../members/permissions';
import { chatConversations } from './chat.tables';
import { type ChatMember, listMiscounted, openChat, openMember, openThree } from './chat.testing';

const nowhere = '0190a000-0000-7000-8000-000000000000';

describeOnEachDatabase('conversations', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let clara: ChatMember;
  beforeEach(async () => {
    club = await openChat(open);
    ({ anna, ben, clara } = await openThree(club));
  });
  const begin = async (one: ChatMember, other: number | string) => (await one.open(other)).body.id;

  it('begin with the club, the sponsor and the first line, once each', async () => {
    const { status, body } = await ben.open(anna.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ title: 'Anna S.', kind: 'member', last_message: null, unread_count: 0, is_closed: false, is_muted: false },
      ...{ is_blocked: false, can_write: true },
      participants: [
        { id: ben.id, name: 'Ben S.', is_staff: false, last_read_id: null },
        { id: anna.id, name: 'Anna S.', is_staff: false, last_read_id: null },
      ],
    });
    const again = await ben.open(anna.id);
    const otherSide = await anna.open(ben.id);
    expect([again.status, again.body.id, otherSide.status, otherSide.body.id]).toEqual([200, body.id, 200, body.id]);
    expect(otherSide.body.title).toBe('Ben S.');
    const office = await anna.open('office');
    expect([office.status, office.body.title, office.body.participants[1]]).toEqual([
      201,
      'Club office',
      { id: 'office', name: 'Club office', is_staff: true, last_read_id: null },
    ]);
    expect((await anna.open('office')).status).toBe(200);
    expect(await club.db.$count(chatConversations)).toBe(2);
  });

  it.each([
    ['a stranger', (one: { clara: ChatMember }) => one.clara.id],
    ['nobody', () => 999_999],
    ['a contact that the club has not', () => 'kitchen'],
    ['oneself', (one: { anna: ChatMember }) => one.anna.id],
  ])('with %s are not found', async (_, whom) => {
    const { status, body } = await anna.open(whom({ clara, anna }));
    expect([status, body.message]).toEqual([404, 'Not Found']);
  });

  it('are refused for what is no person', async () => {
    for (const participant of ['Office!', -1, 1.5, 2 ** 31, null])
      expect((await anna.open(participant as number)).status).toBe(422);
  });

  it('name whom the member may write to', async () => {
    const id = await begin(ben, anna.id);
    await openMember(club, 'Bea', { referrerId: anna.id, lastname: 'Winter' });
    const { club: contacts, sponsor, firstline } = await anna.contacts();
    expect(contacts.map((one) => [one.id, one.name, one.is_staff, one.conversation_id])).toEqual([
      ['office', 'Club office', true, null],
      ['garden', 'Growing team', true, null],
    ]);
    expect(sponsor).toBeNull();
    expect(firstline.data.map((one) => [one.name, one.conversation_id])).toEqual([
      ['Bea W.', null],
      ['Ben S.', id],
    ]);
    const named = async (q: string) => (await anna.contacts(`?q=${q}`)).firstline.data.map(({ name }) => name);
    expect([await named('be'), await named('bea%20W.'), await named('Bea%20Wi'), await named('winter')]).toEqual([
      ['Bea W.', 'Ben S.'],
      ['Bea W.'],
      [],
      [],
    ]);
    expect((await anna.contacts('?per_page=1&page=2')).firstline).toMatchObject({
      total: 2,
      data: [{ name: 'Ben S.' }],
    });
    expect((await ben.contacts()).sponsor).toMatchObject({ id: anna.id, name: 'Anna S.', conversation_id: id });
  });

  it('are five new ones a day, and the sixth waits for the end of the first', async () => {
    const brought: ChatMember[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      brought.push(await openMember(club, name, { referrerId: clara.id }));
    for (const one of brought) expect((await clara.open(one.id)).status).toBe(201);
    const refused = await clara.open('office');
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait > 86_000 && wait <= 86_400]).toEqual([429, true]);
    expect((await clara.open(brought[0]?.id ?? 0)).status).toBe(200);
    // Who is written to has begun nothing.
    expect((await brought[0]?.open('office'))?.status).toBe(201);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('of others are not there: each call is answered alike', async () => {
    const id = await begin(ben, anna.id);
    const sent = await ben.send(id);
    for (const foreign of [id, id.toUpperCase(), nowhere, 'not-an-id']) {
      const at = `/conversations/${foreign}`;
      const calls: [string, string, unknown?][] = [
        ['GET', at],
        ['GET', `${at}/messages`],
        ['POST', `${at}/messages`, { message: 'Hi', client_id: nowhere }],
        ['PUT', `${at}/messages/${sent.body.id}`, { message: 'Hi' }],
        ['DELETE', `${at}/messages/${sent.body.id}`],
        ['POST', `${at}/read`, { last_message_id: sent.body.id }],
        ['POST', `${at}/mute`, {}],
        ['POST', `${at}/block`, {}],
        ['POST', `${at}/report`, { message_id: sent.body.id }],
      ];
      for (const [method, path, body] of calls) {
        const answer = await clara.call<object>(method, path, body);
        expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, { message: 'Not Found' }]);
      }
    }
    expect((await clara.list()).data).toEqual([]);
    // An id is the name of a channel, so it is written in one way for its own sides, too.
    expect((await anna.markRead(id.toUpperCase(), sent.body.id)).status).toBe(404);
  });

  it('are listed by their newest message, in pages, as each side has them', async () => {
    const withBen = await begin(anna, ben.id);
    const office = await begin(anna, 'office');
    const garden = await begin(anna, 'garden');
    const ids = async (query = '') => (await anna.list(query)).data.map(({ id }) => id);
    expect(await ids()).toEqual([garden, office, withBen]);
    await ben.send(withBen, 'Good morning');
    expect(await ids()).toEqual([withBen, garden, office]);
    const [first] = (await anna.list()).data;
    expect(first).toMatchObject({ unread_count: 1, last_message: { message: 'Good morning', user: { id: ben.id } } });
    const page = await anna.list('?limit=2');
    expect([page.data.length, page.hits]).toEqual([2, null]);
    const rest = await anna.list(`?limit=2&before=${page.next_before}`);
    expect([rest.data.map(({ id }) => id), rest.next_before]).toEqual([[office], null]);
    expect((await ben.list()).data.map(({ id, unread_count }) => [id, unread_count])).toEqual([[withBen, 0]]);
  });

  it('need the permissions to see and to write', async () => {
    const id = await begin(ben, anna.id);
    const sent = await ben.send(id);
    const without = (permission: string) =>
      club.db
        .update(users)
        .set({ permissions: memberPermissions.filter((one) => one !== permission) })
        .where(eq(users.id, ben.id));
    await without('chat.write');
    expect((await ben.send(id)).body.code).toBe('missing_permission');
    expect((await ben.open('office')).body.code).toBe('missing_permission');
    expect((await ben.edit(id, sent.body.id, 'Hi')).body.code).toBe('missing_permission');
    expect((await ben.read(id)).data).toHaveLength(1);
    expect((await ben.remove(id, sent.body.id)).status).toBe(204);
    await without('chat.view');
    expect((await ben.call<object>('GET', '/conversations')).body.code).toBe('missing_permission');
    expect((await ben.call<object>('GET', `/conversations/${id}/messages`)).body.code).toBe('missing_permission');
    expect((await ben.mute(id)).status).toBe(403);
    // Events say no more than the calls do.
    club.broadcaster.sent.length = 0;
    await anna.send(id, 'A secret');
    const told = club.broadcaster.sent.flatMap(({ channels }) => channels);
    expect(told).not.toContain(channelOfUser(ben.id));
    expect(told).toContain(channelOfUser(anna.id));
  });
});
