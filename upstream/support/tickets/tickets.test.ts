import { asc, desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ticket } from '../../contract/support-tickets';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { enter } from '../../identity/ghost/ghost.testing';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { allPermissions } from '../../members/permissions';
import { lockTicket, setStatus } from './ticket-steps';
import { supportMessages, supportTickets } from './tickets.tables';
import {
  after,
  anAnswer,
  aTicket,
  days,
  newKey,
  openMember,
  openSupport,
  type SupportMember,
  start,
} from './tickets.testing';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a ticket', (open) => {
  let club: Club;
  let mia: SupportMember;
  beforeEach(async () => {
    club = await openSupport(open);
    mia = await openMember(club);
  });

  const at = (minutes: number) => vi.setSystemTime(after(minutes));
  /** Sessions last less than what these tests go through, so staff and members meet at the database. */
  const closeByStaff = async (id: number, minutes: number) => {
    await transaction(club.db, async (tx) => {
      const ticket = await lockTicket(tx, id);
      if (ticket) await setStatus(tx, ticket, 'closed', after(minutes), 'staff');
    });
  };

  it('is shown as it was written', async () => {
    const { status, body } = await mia.create({
      subject: ' My\n deposit ',
      message: ' Where is it?\r\nSince Monday. ',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      number: body.id,
      subject: 'My deposit',
      category: 'deposits',
      status: 'new',
      priority: 'normal',
      unread_count: 0,
      reference: null,
      created_at: start.toISOString(),
      last_reply_at: start.toISOString(),
      messages: [
        {
          author: { name: 'Mia Sommer', is_staff: false },
          body: 'Where is it?\nSince Monday.',
          attachments: [],
          created_at: start.toISOString(),
        },
      ],
    });
    expect(await mia.show(body.id)).toEqual(body);
    const [row] = await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({ action: 'ticket.created', actorId: mia.id, detail: { ticket: body.id } });
  });

  it('is nobody else’s', async () => {
    const { body } = await mia.create();
    const noa = await openMember(club, 'noa@example.org');
    const message = body.messages[0]?.id;
    const answers = await Promise.all([
      club.call('GET', `/support/tickets/${body.id}`, { token: noa.token }),
      noa.reply(body.id),
      noa.read(body.id, message),
      noa.close(body.id),
      noa.reopen(body.id),
      noa.rate(body.id, true),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await mia.show(body.id)).messages).toHaveLength(1);
  });

  it.each([
    ['a short subject', { subject: 'Hi' }, 'subject'],
    ['a subject of two characters that are four in JavaScript', { subject: '🌱🌱' }, 'subject'],
    ['a blank message', { message: '  \n ' }, 'message'],
    ['a long message', { message: 'a'.repeat(5001) }, 'message'],
    ['an unknown category', { category: 'weather' }, 'category'],
    ['a file that is not there', { attachments: ['019aa8c6-97a0-7000-8000-000000000000'] }, 'attachments'],
    ['an order of nobody', { reference: { kind: 'order', label: 'OR-4GW0CB1CR' } }, 'reference'],
    ['a plant of nobody', { reference: { kind: 'plant', label: 'B2-00001' } }, 'reference'],
  ])('is refused with %s', async (_, fields, field) => {
    const { status, body } = await mia.create(fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await club.db.$count(supportTickets)).toBe(0);
  });

  it('is written once, however often it is sent with one key', async () => {
    const key = newKey();
    const first = await mia.create({}, key);
    const again = await mia.create({}, key);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await mia.create({ subject: 'Another' }, key)).status).toBe(422);
    const reply = newKey();
    for (const _ of [1, 2, 3]) expect((await mia.reply(first.body.id, {}, reply)).body.messages).toHaveLength(2);
    expect(await club.db.$count(supportMessages)).toBe(2);
  });

  it('needs the permissions of support', async () => {
    const noa = await openMember(club, 'noa@example.org', { permissions: ['support.view'] });
    const pia = await openMember(club, 'pia@example.org', { permissions: ['support.write'] });
    expect([(await noa.create()).status, (await pia.create()).status]).toEqual([403, 201]);
    const list = (token: string) => club.call('GET', '/support/tickets', { token });
    expect([(await list(noa.token)).status, (await list(pia.token)).status]).toEqual([200, 403]);
  });

  it('is read by staff in ghost mode, who change nothing, not even what is unread', async () => {
    const permissions = allPermissions;
    const greta = await club.addMember({
      firstname: 'Greta',
      lastname: 'Holm',
      email: 'greta@example.org',
      permissions,
    });
    const { id } = await anAnswer(club, await aTicket(club, mia.id), greta.id, start);
    for (const write of [false, true]) {
      const token = await enter(club, { mia, greta }, { write });
      const seen = await club.call('GET', `/support/tickets/${id}`, { token });
      const { messages } = seen.body as unknown as Ticket;
      const paths = ['close', 'reopen', 'messages', 'rating', 'read'];
      const body = { up_to: messages.at(-1)?.id, message: 'Hello', good: true };
      const refused = paths.map((path) => club.post(`/support/tickets/${id}/${path}`, body, { token }));
      expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(paths.map(() => 403));
      expect(messages).toHaveLength(2);
    }
    expect(await mia.show(id)).toMatchObject({ status: 'waiting_for_customer', unread_count: 1 });
  });

  it('goes back to the club when the member replies', async () => {
    const greta = await aStaffMember(club);
    const ticket = await anAnswer(club, await aTicket(club, mia.id), greta.id, start);
    at(5);
    const { body } = await mia.reply(ticket.id, { seen_status: 'waiting_for_customer' });
    expect(body).toMatchObject({ status: 'open', status_since: after(5).toISOString(), unread_count: 1 });
    expect(body.messages.map(({ author }) => author)).toEqual([
      { name: 'Mia Sommer', is_staff: false },
      { name: 'Greta Holm', is_staff: true },
      { name: 'Mia Sommer', is_staff: false },
    ]);
    const [told] = club.broadcaster.sent.filter(({ event }) => event === 'ticket.updated').slice(-1);
    expect(told).toMatchObject({
      channels: [`private-user.${mia.id}`],
      data: { ticket_id: ticket.id, number: ticket.id, status: 'open', unread_count: 1, unread_ticket_id: ticket.id },
    });
  });

  it('closes with a reply, opens again for 14 days, and is rated only while it is closed', async () => {
    const { id } = (await mia.create()).body;
    expect((await mia.rate(id, true)).body.code).toBe('not_closed');
    const closed = (await mia.reply(id, { close: true })).body;
    expect(closed).toMatchObject({
      status: 'closed',
      closed_by: 'member',
      reopens_until: after(days(14)).toISOString(),
    });
    expect((await mia.rate(id, true, 'Fast!')).status).toBe(204);
    expect((await mia.rate(id, false)).status).toBe(204);
    expect((await mia.show(id)).rating).toEqual({ good: false, comment: null });
    expect((await mia.close(id)).status).toBe(204);
    expect((await mia.reopen(id)).status).toBe(204);
    expect((await mia.reopen(id)).status).toBe(204);
    expect(await mia.show(id)).toMatchObject({ status: 'open', closed_at: null, closed_by: null, rating: null });
    const actions = await club.db.select().from(auditLog).where(eq(auditLog.userId, mia.id)).orderBy(asc(auditLog.id));
    expect(actions.map(({ action }) => action).filter((action) => action.startsWith('ticket.'))).toEqual([
      ...['ticket.created', 'ticket.replied', 'ticket.rated', 'ticket.rated', 'ticket.reopened'],
    ]);
  });

  it('that the club closed meanwhile keeps the reply until the member knows', async () => {
    const { id } = (await mia.create()).body;
    await closeByStaff(id, 1);
    at(2);
    const refused = await mia.reply(id, { seen_status: 'new' });
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket_closed']);
    expect(await club.db.$count(supportMessages)).toBe(1);
    expect((await mia.reply(id, { seen_status: 'closed' })).body).toMatchObject({ id, status: 'open' });
  });

  it('that is closed for more than 14 days is followed by one other, which takes all later replies', async () => {
    const old = await aTicket(club, mia.id, { now: after(-days(20)) });
    await closeByStaff(old.id, -days(14));
    expect((await mia.reopen(old.id)).status).toBe(204);
    await closeByStaff(old.id, 0);
    const older = await aTicket(club, mia.id, { now: after(-days(20)) });
    await closeByStaff(older.id, -days(14) - 1);
    expect((await mia.reopen(older.id)).body.code).toBe('too_late');
    const followUp = (await mia.reply(older.id, { seen_status: 'closed' })).body;
    expect(followUp).toMatchObject({ status: 'new', follows: { id: older.id }, subject: 'My deposit' });
    expect(followUp.messages).toHaveLength(1);
    expect((await mia.reply(older.id)).body.id).toBe(followUp.id);
    expect(await mia.show(older.id)).toMatchObject({ status: 'closed', followed_by: { id: followUp.id } });
    expect((await mia.show(older.id)).messages).toHaveLength(1);
  });

  it('is read up to the message that was seen; a later reply stays unread', async () => {
    const greta = await aStaffMember(club);
    const ticket = await aTicket(club, mia.id);
    const waiting = await anAnswer(club, ticket, greta.id, start);
    const seen = (await mia.show(ticket.id)).messages.at(-1)?.id;
    expect(await mia.unread()).toEqual({ unread_count: 1, unread_ticket_id: ticket.id, waiting_count: 1 });
    await transaction(club.db, (tx) => setStatus(tx, waiting, 'open', start)).then((again) =>
      anAnswer(club, again, greta.id, start),
    );
    expect(await mia.unread()).toEqual({ unread_count: 2, unread_ticket_id: ticket.id, waiting_count: 1 });
    for (const _ of [1, 2]) expect((await mia.read(ticket.id, seen)).status).toBe(204);
    expect(await mia.unread()).toEqual({ unread_count: 1, unread_ticket_id: ticket.id, waiting_count: 1 });
    const { messages } = await mia.show(ticket.id);
    expect((await mia.read(ticket.id, messages.at(-1)?.id)).status).toBe(204);
    expect((await mia.read(ticket.id, messages[0]?.id)).status).toBe(204);
    expect(await mia.unread()).toEqual({ unread_count: 0, unread_ticket_id: null, waiting_count: 1 });
    const other = (await mia.create()).body;
    expect((await mia.read(ticket.id, other.messages[0]?.id)).status).toBe(404);
  });
});
