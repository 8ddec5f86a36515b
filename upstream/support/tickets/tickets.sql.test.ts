/** What the database keeps of tickets for any client, in plain SQL. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import { uuidV7 } from '../../database/uuid-v7';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { aMember } from '../../wallet/wallet.testing';
import { after, anAnswer, aTicket, days } from './tickets.testing';

const on = (minutes: number) => `'${after(minutes).toISOString()}'`;

describeOnEachDatabase('the database, about tickets,', (open) => {
  let club: TestDatabase;
  let mia: number;
  let greta: number;
  beforeEach(async () => {
    club = await open();
    [mia, greta] = [await aMember(club), (await aStaffMember(club)).id];
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

  /** A ticket with other fields than usual, as SQL values. */
  const ticketOf = (fields: Record<string, string> = {}) => {
    const row = {
      ...{ user_id: `${mia}`, category: `'other'`, subject: `'My question'`, status: `'new'`, search: `''` },
      ...{ status_since: on(0), created_at: on(0), last_reply_at: on(0) },
      ...fields,
    };
    return `insert into support_tickets (${Object.keys(row)}) values (${Object.values(row)})`;
  };
  const messageOf = (ticket: string, fields: Record<string, string> = {}) => {
    const row = {
      ...{ id: `'${uuidV7(after(1))}'`, ticket_id: ticket, user_id: `${mia}`, author: `'member'`, body: `'Hello'` },
      ...{ created_at: on(1), search: `''`, position: '7', replies: '9' },
      ...fields,
    };
    return `insert into support_messages (${Object.keys(row)}) values (${Object.values(row)})`;
  };
  const newest = '(select max(id) from support_tickets)';
  const byStaff = () => ({ author: `'staff'`, staff_id: `${greta}` });
  const become = (status: string, minutes: number, more = '') =>
    `update support_tickets set status = '${status}', status_since = ${on(minutes)}${more}`;
  const closed = (minutes: number, by = 'staff') =>
    become('closed', minutes, `, closed_at = ${on(minutes)}, closed_by = '${by}', reminded_at = null`);
  const reopened = (minutes: number) => become('open', minutes, ', closed_at = null, closed_by = null');

  it('begins a ticket as new, with a message', async () => {
    expect(await outcome(ticketOf())).toBe('support_tickets_message');
    expect(await outcome(ticketOf({ status: `'open'` }), messageOf(newest))).toBe('23001');
    expect(await outcome(ticketOf({ messages: '3' }), messageOf(newest))).toBe('23001');
    expect(await outcome(ticketOf({ last_reply_at: on(9) }), messageOf(newest))).toBe('23001');
    expect(await outcome(ticketOf(), messageOf(newest))).toBe('taken');
  });

  it.each([
    ['a category', { category: `'weather'` }, 'support_tickets_category'],
    ['a short subject', { subject: `'Hi'` }, 'support_tickets_subject'],
    ['a long subject', { subject: `repeat('a', 121)` }, 'support_tickets_subject'],
    ['half a reference', { reference_kind: `'order'` }, 'support_tickets_reference'],
    ['another kind of reference', { reference_kind: `'sale'`, reference_label: `'x'` }, 'support_tickets_reference'],
    [
      'a long reference',
      { reference_kind: `'order'`, reference_label: `repeat('a', 21)` },
      'support_tickets_reference',
    ],
    ['a priority', { priority: `'high'` }, 'support_tickets_priority'],
    ['a rating while it is open', { rating_good: 'true' }, 'support_tickets_rating'],
    ['replies that nobody wrote', { seen_replies: '1' }, 'support_tickets_seen'],
  ])('refuses of a ticket %s', async (_, fields, constraint) => {
    expect(await outcome(ticketOf(fields), messageOf(newest))).toBe(constraint);
  });

  it.each([
    ['nothing', { body: `''` }, 'support_messages_body'],
    ['too much', { body: `repeat('a', 5001)` }, 'support_messages_body'],
    ['staff without a name', { author: `'staff'` }, 'support_messages_staff'],
    ['another author', { author: `'robot'` }, 'support_messages_author'],
    ['another member', { user_id: '0' }, 'support_messages_open'],
  ])('takes no message of %s', async (_, fields, constraint) => {
    await aTicket(club, mia);
    expect(await outcome(messageOf(newest, fields))).toBe(constraint);
  });

  it('counts messages, replies and what is unread, whatever a client says', async () => {
    await aTicket(club, mia);
    expect(await outcome(messageOf(newest, byStaff()), messageOf(newest), messageOf(newest, byStaff()))).toBe('taken');
    expect(await read('select position, replies from support_messages order by position')).toEqual([
      { position: 1, replies: 0 },
      { position: 2, replies: 1 },
      { position: 3, replies: 1 },
      { position: 4, replies: 2 },
    ]);
    expect(await read('select messages, replies, unread_count from support_tickets')).toEqual([
      { messages: 4, replies: 2, unread_count: 2 },
    ]);
    const counts = 'select new_tickets, open_tickets, unread_replies from support_ticket_counts';
    expect(await read(counts)).toEqual([{ new_tickets: 1, open_tickets: 0, unread_replies: 2 }]);
    expect(await outcome('update support_tickets set seen_replies = 1')).toBe('taken');
    expect(await outcome(become('open', 2))).toBe('taken');
    expect(await read(counts)).toEqual([{ new_tickets: 0, open_tickets: 1, unread_replies: 1 }]);
    expect(await outcome('update support_tickets set seen_replies = 0')).toBe('23001');
    expect(await outcome('update support_tickets set seen_replies = 3')).toBe('support_tickets_seen');
    expect(await outcome('update support_tickets set messages = 5')).toBe('23001');
    expect(await outcome('update support_ticket_counts set open_tickets = 2')).toBe('23001');
  });

  it('keeps what a ticket is about, its messages and its notes', async () => {
    await aTicket(club, mia);
    const note = (user: number) =>
      `insert into support_notes (ticket_id, user_id, staff_id, body, created_at) values (${newest}, ${user}, ${greta}, 'Called the bank', ${on(1)})`;
    expect(await outcome(note(greta))).toBe('support_notes_member');
    expect(await outcome(note(mia))).toBe('taken');
    for (const change of [
      `update support_tickets set subject = 'Another'`,
      `update support_tickets set created_at = ${on(-5)}`,
      `update support_tickets set status_since = ${on(5)}`,
      `update support_messages set body = 'Something else'`,
      `update support_notes set body = 'Something else'`,
      'delete from support_messages',
      'delete from support_notes',
      'delete from support_ticket_counts',
      'truncate support_tickets cascade',
      'truncate support_messages cascade',
      'truncate support_notes',
      'truncate support_ticket_counts',
    ]) {
      expect([change, await outcome(change)]).toEqual([change, '23001']);
    }
  });

  it('takes the steps of a ticket and no others', async () => {
    await aTicket(club, mia);
    expect(await outcome(become('waiting_for_customer', 1))).toBe('23001');
    expect(await outcome(become('open', -1))).not.toBe('taken');
    expect(await outcome(become('open', 1))).toBe('taken');
    expect(await outcome(become('new', 2))).toBe('23001');
    expect(await outcome(become('waiting_for_customer', 2))).toBe('taken');
    expect(await outcome(become('closed', 3))).toBe('support_tickets_closed');
    expect(await outcome(become('closed', 3, `, closed_by = 'staff', closed_at = ${on(2)}`))).toBe(
      'support_tickets_closed',
    );
    expect(await outcome(closed(3))).toBe('taken');
    expect(await outcome(messageOf(newest))).toBe('support_messages_open');
    expect(await outcome(become('waiting_for_customer', 4, ', closed_at = null, closed_by = null'))).toBe('23001');
    expect(await outcome(`update support_tickets set rating_comment = 'Good'`)).toBe('support_tickets_rating');
    expect(await outcome(`update support_tickets set rating_good = true, rating_comment = ''`)).toBe(
      'support_tickets_rating',
    );
    expect(await outcome(`update support_tickets set rating_good = true, rating_comment = 'Fast'`)).toBe('taken');
    expect(await outcome(reopened(4))).toBe('support_tickets_rating');
    expect(await outcome(`${reopened(days(14) + 4)}, rating_good = null, rating_comment = null`)).toBe(
      'support_tickets_reopens',
    );
    expect(await outcome(`${reopened(days(14) + 3)}, rating_good = null, rating_comment = null`)).toBe('taken');
  });

  it('reminds and closes by time only who has been waited for so long', async () => {
    const ticket = await aTicket(club, mia);
    expect(await outcome(`update support_tickets set reminded_at = ${on(days(8))}`)).toBe('support_tickets_reminder');
    expect(await outcome(closed(days(20), 'time'))).toBe('support_tickets_waited');
    await anAnswer(club, ticket, greta, after(0));
    expect(await outcome(`update support_tickets set reminded_at = ${on(days(7))}`)).toBe('support_tickets_reminder');
    expect(await outcome(`update support_tickets set reminded_at = ${on(days(7) + 1)}`)).toBe('taken');
    expect(await outcome(`update support_tickets set reminded_at = ${on(days(8))}`)).toBe('23001');
    expect(await outcome(closed(days(14) - 1, 'time'))).toBe('support_tickets_waited');
    expect(await outcome(closed(days(14), 'time'))).toBe('taken');
  });

  it('keeps the first answer', async () => {
    await aTicket(club, mia);
    const answered = (minutes: number, took: string) =>
      `update support_tickets set first_reply_at = ${on(minutes)}, first_reply_minutes = ${took}`;
    expect(await outcome(answered(5, 'null'))).toBe('support_tickets_first_reply');
    expect(await outcome(answered(-5, '0'))).toBe('support_tickets_first_reply');
    expect(await outcome(answered(5, '5'))).toBe('taken');
    expect(await outcome(answered(6, '6'))).toBe('23001');
  });

  it('lets one ticket follow another that its member closed long ago', async () => {
    const { id } = await aTicket(club, mia);
    const other = await aMember(club);
    const follows = (minutes: number, more: Record<string, string> = {}) =>
      outcome(
        ticketOf({
          ...{ follows_id: `${id}`, created_at: on(minutes), status_since: on(minutes), last_reply_at: on(minutes) },
          ...more,
        }),
        messageOf(newest, more),
      );
    expect(await follows(days(30))).toBe('support_tickets_follows');
    expect(await outcome(closed(1))).toBe('taken');
    expect(await follows(days(14))).toBe('support_tickets_follows');
    expect(await follows(days(30), { user_id: `${other}` })).toBe('support_tickets_follows');
    expect(await follows(days(30))).toBe('taken');
    expect(await follows(days(30))).toBe('support_tickets_one_follow_up');
  });

  it('lets all of it go with the account of the member', async () => {
    await anAnswer(club, await aTicket(club, mia), greta, after(0));
    await outcome(
      `update users set deleted_at = ${on(1)}, email = 'deleted-' || id, email_verified_at = null where id = ${mia}`,
    );
    const tables = ['support_messages', 'support_notes', 'support_tickets', 'support_ticket_counts'];
    expect(await outcome(...tables.map((table) => `delete from ${table} where user_id = ${mia}`))).toBe('taken');
    expect(
      await read(
        'select (select count(*)::int from support_tickets) + (select count(*)::int from support_messages) as left',
      ),
    ).toEqual([{ left: 0 }]);
  });
});
