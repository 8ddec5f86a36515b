import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { supportMessages, supportTickets } from '../support/tickets/tickets.tables';
import { chatMessages } from './chat.tables';
import { type ChatMember, newClientId, openChat, openThree, start } from './chat.testing';

const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describeOnEachDatabase('messages', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let clara: ChatMember;
  let id: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    club = await openChat(open);
    ({ anna, ben, clara } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
  });
  afterEach(() => void vi.useRealTimers());
  const texts = async (one: ChatMember, query = '') => (await one.read(id, query)).data.map(({ message }) => message);
  const send = async (text: string) => (await ben.send(id, text)).body.id;

  it('are plain text from one to the other', async () => {
    const { status, body } = await ben.send(id, '  Hello\r\nAnna <b>\u0007 https://almende.example ');
    const message = 'Hello\nAnna <b> https://almende.example';
    expect([status, body]).toMatchObject([201, { message, user: { id: ben.id, name: 'Ben S.', is_staff: false } }]);
    expect((await anna.read(id)).data).toEqual([{ ...body, conversation_id: id }]);
    expect(body).toMatchObject({ created_at: start.toISOString(), edited_at: null, deleted_at: null });
    for (const wrong of ['', '   ', 'a'.repeat(2001)]) {
      const refused = await ben.send(id, wrong);
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['message']]);
    }
    expect((await ben.send(id, 'a', 'not-an-id' as never)).status).toBe(422);
    expect((await ben.send(id, 'ü'.repeat(2000))).status).toBe(201);
  });

  it('with one client id are one message, whatever has become of it', async () => {
    const clientId = newClientId();
    const first = await ben.send(id, 'Once', clientId);
    const again = await ben.send(id, 'Once', clientId);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await anna.block(id);
    expect((await ben.send(id, 'Once', clientId)).body).toEqual(first.body);
    await anna.block(id, false);
    await ben.remove(id, first.body.id);
    expect((await ben.send(id, 'Once', clientId)).body).toMatchObject({ id: first.body.id, message: null });
    // The other one's programs may choose the same.
    expect((await anna.send(id, 'Mine', clientId)).body.id).not.toBe(first.body.id);
    expect(await texts(anna)).toEqual([null, 'Mine']);
  });

  it('have ids in their order, even if the clock stands still or goes back', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 10; at++) {
      ids.push((await (at % 2 ? anna : ben).send(id)).body.id);
      if (at === 5) advance(-3600);
    }
    expect([...ids].sort()).toEqual(ids);
    expect((await anna.read(id)).data.map((one) => one.id)).toEqual(ids);
  });

  it('are read from any place', async () => {
    const ids: string[] = [];
    for (let at = 1; at <= 12; at++) ids.push(await send(`${at}`));
    const read = async (query: string) => {
      const { data, has_older, has_newer } = await anna.read(id, query);
      return [data.map(({ message }) => message).join(' '), has_older, has_newer];
    };
    expect(await read('?limit=3')).toEqual(['10 11 12', true, false]);
    expect(await read(`?limit=3&before=${ids[9]}`)).toEqual(['7 8 9', true, true]);
    expect(await read(`?limit=3&before=${ids[3]}`)).toEqual(['1 2 3', false, true]);
    expect(await read(`?before=${ids[0]}`)).toEqual(['', false, true]);
    expect(await read(`?limit=3&after=${ids[9]}`)).toEqual(['11 12', true, false]);
    expect(await read(`?limit=3&after=${ids[2]}`)).toEqual(['4 5 6', true, true]);
    expect(await read(`?after=${ids[11]}`)).toEqual(['', true, false]);
    expect(await read(`?limit=5&around=${ids[5]}`)).toEqual(['4 5 6 7 8', true, true]);
    expect(await read(`?limit=5&around=${ids[0]}`)).toEqual(['1 2 3 4 5', false, true]);
    for (const wrong of ['?limit=51', '?limit=0', `?before=x`, `?before=${ids[0]}&after=${ids[1]}`])
      expect((await anna.call('GET', `/conversations/${id}/messages${wrong}`)).status).toBe(422);
  });

  it('can be changed for 15 minutes by their author alone', async () => {
    const messageId = await send('Helo');
    expect((await anna.edit(id, messageId, 'Mine')).status).toBe(404);
    advance(14 * 60);
    const edited = await ben.edit(id, messageId, 'Hello');
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { message: 'Hello', edited_at: new Date().toISOString() },
    ]);
    expect((await anna.list('?q=hello')).hits).toHaveLength(1);
    expect((await anna.list('?q=helo')).hits).toHaveLength(0);
    advance(61);
    const late = await ben.edit(id, messageId, 'Hi');
    expect([late.status, late.body.code]).toEqual([409, 'too_late']);
    expect((await ben.edit(id, messageId, 'Hello')).status).toBe(200);
    expect(await texts(anna)).toEqual(['Hello']);
  });

  it('can be deleted at any time, with their text', async () => {
    const messageId = await send('A secret');
    expect((await anna.remove(id, messageId)).status).toBe(404);
    advance(50 * 60);
    expect([(await ben.remove(id, messageId)).status, (await ben.remove(id, messageId)).status]).toEqual([204, 204]);
    expect((await anna.read(id)).data).toMatchObject([
      { message: null, deleted_at: new Date().toISOString(), editable_until: null },
    ]);
    expect((await anna.list('?q=secret')).hits).toEqual([]);
    const [row] = await club.db.select({ all: sql<string>`to_jsonb(${chatMessages})::text` }).from(chatMessages);
    expect(row?.all).not.toMatch(/secret/);
    expect((await ben.edit(id, messageId, 'Again')).body.code).toBe('message_deleted');
    expect((await anna.show(id)).last_message).toMatchObject({ id: messageId, message: null });
  });

  it('are twenty a minute in all conversations, and a retry is none of them', async () => {
    const office = (await ben.open('office')).body.id;
    const clientId = newClientId();
    for (let at = 0; at < 20; at++) {
      expect((await ben.send(at % 2 ? id : office, `${at}`, at === 0 ? clientId : newClientId())).status).toBe(201);
      advance(1);
    }
    const refused = await ben.send(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect((await ben.send(office, '0', clientId)).status).toBe(201);
    expect((await anna.send(id)).status).toBe(201);
    advance(40);
    expect((await ben.send(id)).status).toBe(201);
    expect((await ben.send(id)).headers.get('retry-after')).toBe('1');
  });

  it('are found by the beginnings of their words, in own conversations alone', async () => {
    const office = (await ben.open('office')).body.id;
    const first = await send('Über die Tomaten im Gewächshaus');
    advance(1);
    const second = (await ben.send(office, 'Sind die Tomaten reif?')).body.id;
    const hits = async (one: ChatMember, query: string) => ((await one.list(query)).hits ?? []).map((hit) => hit.id);
    expect(await hits(ben, '?q=tomate')).toEqual([second, first]);
    expect(await hits(ben, '?q=gewachshaus%20UBER')).toEqual([first]);
    expect(await hits(anna, '?q=tomaten')).toEqual([first]);
    expect(await hits(clara, '?q=tomaten')).toEqual([]);
    expect(await hits(anna, '?q=%27%22%3A%2A%20%21%21')).toEqual([]);
    const page = await ben.list('?q=tomaten&limit=1');
    expect([page.hits?.map((hit) => hit.id), page.data.map((one) => one.id)]).toEqual([[second], [office]]);
    expect(await hits(ben, `?q=tomaten&limit=1&before=${page.next_before}`)).toEqual([first]);
  });

  it('are reported by a ticket that quotes them, once', async () => {
    const messageId = await send('You owe me!');
    const { status, body } = await anna.report(id, messageId, 'He writes that every day.');
    expect(status).toBe(201);
    expect((await anna.report(id, messageId)).body.ticket_id).toBe(body.ticket_id);
    expect(await club.db.$count(supportTickets)).toBe(1);
    const [ticket] = await club.db.select().from(supportMessages);
    expect(ticket).toMatchObject({ userId: anna.id, ticketId: body.ticket_id });
    for (const words of [
      'He writes that every day.',
      `Ben S. (${ben.id})`,
      '2026-11-20 09:00 UTC',
      id,
      messageId,
      'You owe me!',
    ])
      expect(ticket?.body).toContain(words);
    expect((await ben.report(id, messageId)).body.code).toBe('own_message');
    const gone = await send('Gone');
    await ben.remove(id, gone);
    expect((await anna.report(id, gone)).body.code).toBe('message_deleted');
    expect((await anna.report(id, newClientId())).status).toBe(404);
    const long = await send('\n'.repeat(999).padEnd(2000, 'x\n'));
    expect((await anna.report(id, long, 'r'.repeat(1000))).status).toBe(201);
  });
});
