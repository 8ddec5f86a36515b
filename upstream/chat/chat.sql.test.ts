/** What the database keeps of the chat for any client, in plain SQL. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Club } from '../identity/identity.testing';
import { aConversation, after, listMiscounted, openChat } from './chat.testing';

const refused = '23001';

describeOnEachDatabase('the database, about the chat,', (open) => {
  let club: Club;
  let anna: number;
  let ben: number;
  let clara: number;
  let talk: string;
  let office: string;
  let seconds: number;
  beforeEach(async () => {
    club = await openChat(open);
    anna = (await club.addMember({ email: 'anna@example.org' })).id;
    ben = (await club.addMember({ email: 'ben@example.org', referrerId: anna })).id;
    clara = (await club.addMember({ email: 'clara@example.org' })).id;
    talk = await aConversation(club, ben, anna);
    office = await aConversation(club, anna, 'office');
    seconds = 0;
  });

  /** The constraint or the code with which the database refuses statements of one transaction, or `taken`. */
  const outcome = async (...statements: string[]): Promise<string> => {
    try {
      await transaction(club.db, async (tx) => {
        for (const statement of statements) await tx.execute(sql.raw(statement));
      });
      return 'taken';
    } catch (error) {
      const failure = findFailure(error);
      return failure?.constraint ?? failure?.code ?? String(error);
    }
  };
  const read = async (query: string) => (await club.db.execute<Record<string, unknown>>(sql.raw(query))).rows;
  const on = (at: number) => `'${after(at).toISOString()}'`;

  const conversationOf = (fields: Record<string, string>) => {
    const row = { id: `'${uuidV7(after(0))}'`, kind: `'member'`, user_id: `${anna}`, created_at: on(0), ...fields };
    return `insert into chat_conversations (${Object.keys(row)}) values (${Object.values(row)})`;
  };
  const messageOf = (author: number, fields: Record<string, string> = {}, id = uuidV7(after(++seconds))) => {
    const row = {
      ...{ id: `'${id}'`, conversation_id: `'${talk}'`, user_id: `${author}`, author: `'member'`, body: `'Hello'` },
      ...{ client_id: `'${randomUUID()}'`, created_at: on(seconds), search: `''`, position: '7', written: '9' },
      ...fields,
    };
    return `insert into chat_messages (${Object.keys(row)}) values (${Object.values(row)})`;
  };
  const byClub = { author: `'club'`, staff_id: `${1}`, client_id: 'null' };
  const side = (userId: number, columns: string) =>
    read(`select ${columns} from chat_participants where conversation_id = '${talk}' and user_id = ${userId}`);
  const changeSide = (userId: number, set: string) =>
    outcome(`update chat_participants set ${set} where conversation_id = '${talk}' and user_id = ${userId}`);
  const newest = () => `(select last_message_id from chat_conversations where id = '${talk}')`;

  it('has conversations of sponsor and first line only, and one of each pair and with each contact', async () => {
    expect(await outcome(conversationOf({ other_id: `${clara}` }))).toBe('chat_conversations_related');
    expect(await outcome(conversationOf({ other_id: `${anna}` }))).toMatch(/^chat_conversations/);
    expect(await outcome(conversationOf({}))).toBe('chat_conversations_related');
    expect(await outcome(conversationOf({ other_id: `${ben}`, contact: `'office'` }))).toBe('chat_conversations_sides');
    expect(await outcome(conversationOf({ other_id: `${ben}` }))).toBe('chat_conversations_one_pair');
    const club = { kind: `'club'`, contact: `'office'` };
    expect(await outcome(conversationOf(club))).toBe('chat_conversations_one_contact');
    expect(await outcome(conversationOf({ ...club, contact: `'Office!'` }))).toBe('chat_conversations_sides');
    expect(await outcome(conversationOf({ ...club, contact: `'garden'`, messages: '1' }))).toBe(refused);
    expect(await outcome(conversationOf({ ...club, contact: `'garden'` }))).toBe('taken');
    expect(await outcome(`update chat_conversations set user_id = ${clara} where id = '${office}'`)).toBe(refused);
  });

  it('gives each side of a conversation its row, and nobody else', async () => {
    const rows = await read('select conversation_id, user_id from chat_participants order by conversation_id, user_id');
    expect(rows).toHaveLength(3);
    const insert = `insert into chat_participants (conversation_id, user_id, active_id) values ('${talk}', ${clara}, '${talk}')`;
    expect(await outcome(insert)).toBe(refused);
    expect(await outcome('delete from chat_participants')).toBe(refused);
    expect(await outcome('delete from chat_conversations')).toBe(refused);
    for (const table of ['conversations', 'participants', 'messages', 'counts', 'reports'])
      expect(await outcome(`truncate chat_${table} cascade`)).toMatch(/^23001$/);
  });

  it.each([
    ['a stranger', () => messageOf(clara), 'chat_messages_participant'],
    ['the club among members', () => messageOf(ben, byClub), 'chat_messages_participant'],
    ['nobody', () => messageOf(ben, { author: `'robot'` }), 'chat_messages_author'],
    ['a member without a client id', () => messageOf(ben, { client_id: 'null' }), 'chat_messages_author'],
    [
      'the club without a person',
      () => messageOf(anna, { ...byClub, staff_id: 'null', conversation_id: `'${office}'` }),
      'chat_messages_author',
    ],
    ['a member with too much', () => messageOf(ben, { body: `repeat('a', 2001)` }), 'chat_messages_body'],
    ['a member with nothing', () => messageOf(ben, { body: `''` }), 'chat_messages_body'],
    [
      'somebody who deletes it at once',
      () => messageOf(ben, { body: 'null', deleted_at: on(1), search: 'null' }),
      refused,
    ],
  ])('takes no message of %s', async (_, statement, constraint) => {
    expect(await outcome(statement())).toBe(constraint);
  });

  it('counts messages and what is unread, whatever a client says', async () => {
    expect(await outcome(messageOf(ben), messageOf(anna), messageOf(ben))).toBe('taken');
    expect(await read(`select position, written, to_id from chat_messages order by position`)).toEqual([
      { position: 1, written: 1, to_id: anna },
      { position: 2, written: 1, to_id: ben },
      { position: 3, written: 2, to_id: anna },
    ]);
    expect(await side(anna, 'received, unread_count, new_count')).toEqual([
      { received: 2, unread_count: 2, new_count: 2 },
    ]);
    expect(await side(ben, 'received, unread_count')).toEqual([{ received: 1, unread_count: 1 }]);
    expect(await changeSide(anna, 'noticed = received')).toBe('taken');
    expect(await changeSide(anna, 'noticed = 0')).toBe(refused);
    expect(await changeSide(anna, 'noticed = 3')).toBe('chat_participants_seen');
    expect(await changeSide(anna, 'received = 0')).toBe(refused);
    expect(await changeSide(anna, 'seen = 1')).toBe(refused);
    expect(await changeSide(anna, `left_at = ${on(1)}`)).toBe(refused);
    expect(await read('select new_messages from chat_counts order by user_id limit 2')).toEqual([
      { new_messages: 0 },
      { new_messages: 1 },
    ]);
    expect(await outcome('update chat_counts set new_messages = 5')).toBe(refused);
    expect(await outcome('delete from chat_counts')).toBe(refused);
    expect(await outcome(`update chat_conversations set messages = 9`)).toBe(refused);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('reads messages that are there, and never back', async () => {
    await outcome(messageOf(ben), messageOf(ben), messageOf(ben));
    const [, second] = await read('select id from chat_messages order by position');
    expect(await changeSide(anna, `last_read_id = '${randomUUID()}'`)).toBe(refused);
    expect(await changeSide(anna, `last_read_id = '${second?.id}', muted_at = ${on(1)}`)).toBe('taken');
    expect(await side(anna, 'unread_count, new_count')).toEqual([{ unread_count: 1, new_count: 0 }]);
    expect(await changeSide(anna, 'muted_at = null')).toBe('taken');
    expect(await side(anna, 'unread_count, new_count')).toEqual([{ unread_count: 1, new_count: 1 }]);
    expect(await changeSide(anna, `last_read_id = ${newest()}`)).toBe('taken');
    expect(await changeSide(anna, `last_read_id = '${second?.id}'`)).toBe(refused);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('takes no message that sorts before another one, and each client id once', async () => {
    const first = uuidV7(after(10));
    const clientId = `'${randomUUID()}'`;
    expect(await outcome(messageOf(ben, { client_id: clientId }, first))).toBe('taken');
    expect(await outcome(messageOf(ben, {}, uuidV7(after(9))))).toBe('chat_messages_in_order');
    expect(await outcome(messageOf(anna, {}, first))).toBe('chat_messages_in_order');
    expect(await outcome(messageOf(ben, { client_id: clientId }, uuidV7(after(11))))).toBe('chat_messages_once');
    expect(await outcome(messageOf(anna, { client_id: clientId }, uuidV7(after(12))))).toBe('taken');
  });

  it('takes no message while the conversation is closed or somebody blocks', async () => {
    expect(await outcome(`update chat_conversations set closed_at = ${on(1)} where id = '${talk}'`)).toBe('taken');
    expect(await outcome(messageOf(ben))).toBe('chat_messages_open');
    expect(await outcome(`update chat_conversations set closed_at = null`)).toBe('taken');
    expect(await changeSide(anna, `blocked_at = ${on(1)}`)).toBe('taken');
    expect(await outcome(messageOf(ben))).toBe('chat_messages_participant');
    expect(await outcome(messageOf(anna))).toBe('chat_messages_participant');
    expect(await changeSide(anna, 'blocked_at = null')).toBe('taken');
    expect(await outcome(messageOf(ben))).toBe('taken');
  });

  it('lets a message change for 15 minutes, be deleted with its text, and nothing else', async () => {
    await outcome(messageOf(ben));
    const set = (what: string) => outcome(`update chat_messages set ${what}`);
    expect(await set(`body = 'Hi'`)).toBe('chat_messages_editable');
    expect(await set(`body = 'Hi', edited_at = ${on(15 * 60 + 2)}`)).toBe('chat_messages_editable');
    expect(await set(`body = 'Hi', edited_at = ${on(0)}`)).toBe('chat_messages_editable');
    expect(await set(`body = 'Hi', edited_at = ${on(15 * 60 + 1)}`)).toBe('taken');
    for (const what of [`user_id = ${anna}`, `created_at = ${on(9)}`, `position = 2`, `client_id = '${randomUUID()}'`])
      expect(await set(what)).toBe(refused);
    expect(await set(`deleted_at = ${on(60)}`)).toBe('chat_messages_deleted');
    expect(await set(`deleted_at = ${on(60)}, body = null`)).toBe('chat_messages_deleted');
    expect(await set(`deleted_at = ${on(99999)}, body = null, search = null`)).toBe('taken');
    expect(await set(`deleted_at = null, body = 'Hi', search = ''`)).toBe(refused);
    expect(await outcome('delete from chat_messages')).toBe(refused);
  });

  it('lets the club read what is there', async () => {
    const inOffice = { conversation_id: `'${office}'` };
    const staff = { ...byClub, staff_id: `${clara}`, ...inOffice };
    expect(await outcome(messageOf(anna, inOffice), messageOf(anna, inOffice), messageOf(anna, staff))).toBe('taken');
    expect(await read('select distinct to_id from chat_messages')).toEqual([{ to_id: null }]);
    const waiting = `select written - club_seen as waiting from chat_conversations where id = '${office}'`;
    expect(await read(waiting)).toEqual([{ waiting: 2 }]);
    expect(await outcome(`update chat_conversations set club_seen = 1`)).toBe(refused);
    expect(await outcome(`update chat_conversations set club_read_id = '${randomUUID()}' where id = '${office}'`)).toBe(
      refused,
    );
    expect(await outcome(`update chat_conversations set club_read_id = last_message_id where id = '${office}'`)).toBe(
      'taken',
    );
    expect(await read(waiting)).toEqual([{ waiting: 0 }]);
    expect(await outcome(`update chat_conversations set club_read_id = null`)).toBe(refused);
    expect(await listMiscounted(club)).toEqual([]);
  });
});
