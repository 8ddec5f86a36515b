import { asc, isNull, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { createNotification } from '../../notifications/notifications';
import { notifications } from '../../notifications/notifications.tables';
import { pastTriggers } from '../../wallet/wallet.testing';
import { getTicket } from './show-ticket';
import { addMessage, type TicketRow } from './ticket-steps';
import { replyNotice } from './tickets.notices';
import { after, aTicket, openMember, openSupport, type SupportMember } from './tickets.testing';

describeOnEachDatabase('a long conversation', (open) => {
  let club: Club;
  let mia: SupportMember;
  let id: number;
  /** A ticket with the messages 1 to 7. */
  beforeEach(async () => {
    club = await openSupport(open);
    mia = await openMember(club);
    const ticket = await aTicket(club, mia.id, { body: '1' });
    id = ticket.id;
    await transaction(club.db, async (tx) => {
      for (let number = 2; number <= 7; number++)
        await addMessage(tx, ticket, { author: 'member', body: `${number}` }, after(number));
    });
  });
  const said = async (query: string) => {
    const { messages, message_pages } = await mia.show(id, query);
    return [messages.map(({ body }) => body).join(' '), message_pages];
  };

  it('has pages, of which the first has the newest messages, each from old to new', async () => {
    expect(await said('')).toEqual(['1 2 3 4 5 6 7', 1]);
    expect(await said('?per_page=3')).toEqual(['5 6 7', 3]);
    expect(await said('?per_page=3&page=2')).toEqual(['2 3 4', 3]);
    expect(await said('?per_page=3&page=3')).toEqual(['1', 3]);
    expect(await said('?per_page=7')).toEqual(['1 2 3 4 5 6 7', 1]);
    for (const page of [4, 999_999_999]) expect(await said(`?per_page=3&page=${page}`)).toEqual(['', 3]);
  });

  it.each(['page=0', 'page=x', 'per_page=101'])('has no page for %s', async (query) => {
    expect((await club.call('GET', `/support/tickets/${id}?${query}`, { token: mia.token })).status).toBe(422);
  });

  it('goes on with its newest messages when somebody writes', async () => {
    const { body } = await mia.reply(id, { message: '8' });
    expect(body.messages.at(-1)?.body).toBe('8');
    expect(body.message_pages).toBe(1);
  });
});

describeOnEachDatabase('what a member was told of replies', (open) => {
  it('is read with the replies, and what came later or is about something else is not', async () => {
    const club = await openSupport(open);
    const mia = await openMember(club);
    const greta = (await aStaffMember(club)).id;
    const ticket = await aTicket(club, mia.id);
    const tell = async (of: TicketRow, minutes: number) => {
      await transaction(club.db, (tx) =>
        addMessage(tx, of, { author: 'staff', staffId: greta, body: `${minutes}` }, after(minutes)),
      );
      return createNotification(club, replyNotice(of, `${minutes}`, [], after(minutes)));
    };
    const first = await tell(ticket, 1);
    const seen = (await mia.show(ticket.id)).messages.at(-1)?.id;
    const later = await tell(ticket, 2);
    const other = await tell(await aTicket(club, mia.id), 1);
    const noa = await openMember(club, 'noa@example.org');
    const { id, readAt } = notifications;
    const listUnread = async () =>
      (await club.db.select({ id }).from(notifications).where(isNull(readAt)).orderBy(asc(id))).map((row) => row.id);
    expect((await noa.read(ticket.id, seen)).status).toBe(404);
    expect(new Set(await listUnread())).toEqual(new Set([first, later, other]));
    expect((await mia.read(ticket.id, seen)).status).toBe(204);
    expect(new Set(await listUnread())).toEqual(new Set([later, other]));
    expect((await mia.read(ticket.id, (await mia.show(ticket.id)).messages.at(-1)?.id)).status).toBe(204);
    expect(await listUnread()).toEqual([other]);
  });
});

describeOnPostgres('a conversation of thousands of messages', (open) => {
  it('is read along an index', async () => {
    const club = await openSupport(open);
    const { id: userId } = await club.addMember();
    const { id } = await aTicket(club, userId);
    await pastTriggers(club, async (tx) => {
      await tx.execute(sql`
        insert into support_messages (id, ticket_id, user_id, position, replies, author, body, created_at, search)
        select gen_random_uuid(), ${id}, ${userId}, place, 0, 'member', 'Text ' || place, now(), ''
        from generate_series(2, 5000) as place`);
      await tx.execute(sql`update support_tickets set messages = 5000 where id = ${id}`);
    });
    await club.db.execute(sql`analyze support_messages`);
    const last = await getTicket(club.db, userId, id, 'Almende', { page: 250, perPage: 20 });
    expect([last.messages.length, last.messages[1]?.body, last.message_pages]).toEqual([20, 'Text 2', 250]);
    const { rows } = await club.db.execute<{ 'QUERY PLAN': string }>(sql`explain select body from support_messages
      where ticket_id = ${id} and position > 0 and position <= 20 order by position`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('support_messages_in_ticket');
    expect(plan).not.toContain('Sort');
  });
});
