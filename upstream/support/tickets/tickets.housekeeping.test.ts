import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { notifications } from '../../notifications/notifications.tables';
import { getTicket } from './show-ticket';
import { tidyTickets } from './tickets.housekeeping';
import { supportMessages, supportTickets } from './tickets.tables';
import { after, anAnswer, aTicket, days, openSupport, speakGerman } from './tickets.testing';

/** Opens a club with a ticket that waits for Mia since the beginning. */
async function aWaitingTicket(club: Club, email = 'mia@example.org') {
  const mia = await club.addMember({ email });
  const ticket = await anAnswer(club, await aTicket(club, mia.id), (await aStaffMember(club)).id, after(0));
  return { mia, ticket };
}

const toldTo = ({ db }: Club, userId: number) =>
  db
    .select({ type: notifications.type, title: notifications.title, url: notifications.url })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id));

describeOnEachDatabase('a ticket that waits for its member', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openSupport(open);
  });

  it('is reminded of once after more than 7 days, and closed after 14', async () => {
    const { mia, ticket } = await aWaitingTicket(club);
    await speakGerman(club, mia.id);
    const { id } = ticket;
    const steps: [minutes: number, types: string[], status: string][] = [
      [days(7), [], 'waiting_for_customer'],
      [days(7) + 1, ['support.reminder'], 'waiting_for_customer'],
      [days(14) - 1, ['support.reminder'], 'waiting_for_customer'],
      [days(14), ['support.reminder', 'support.closed'], 'closed'],
      [days(40), ['support.reminder', 'support.closed'], 'closed'],
    ];
    for (const [minutes, types, status] of steps) {
      for (const _ of [1, 2]) await tidyTickets(club, after(minutes));
      expect((await toldTo(club, mia.id)).map(({ type }) => type)).toEqual(types);
      expect((await getTicket(club.db, mia.id, id, 'Almende')).status).toBe(status);
    }
    expect(await toldTo(club, mia.id)).toMatchObject([
      {
        title: { en: `Ticket ${id} waits for you: My deposit`, de: `Deine Anfrage ${id} wartet auf dich: My deposit` },
      },
      { url: `/support/ticket/${id}#new` },
    ]);
    const closed = await getTicket(club.db, mia.id, id, 'Almende');
    expect(closed).toMatchObject({ closed_by: 'time', closed_at: after(days(14)).toISOString(), unread_count: 2 });
    expect(closed.messages.at(-1)).toMatchObject({
      author: { name: 'Almende', is_staff: true },
      body: expect.stringMatching(/^Wir haben 14 Tage nichts von dir gehört/),
    });
    const mails = await club.mails();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Deine Anfrage ${id} wartet auf dich: My deposit`,
      `Deine Anfrage ${id} ist geschlossen: My deposit`,
    ]);
    const audited = await club.db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(audited.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['ticket.reminded', null],
      ['ticket.closed', null],
    ]);
  });

  it('is left alone while the club has to act, and is closed at once after a long stop', async () => {
    const { mia, ticket } = await aWaitingTicket(club);
    const noa = await club.addMember({ email: 'noa@example.org' });
    await aTicket(club, noa.id);
    await tidyTickets(club, after(days(60)));
    expect(await toldTo(club, noa.id)).toEqual([]);
    expect((await toldTo(club, mia.id)).map(({ type }) => type)).toEqual(['support.closed']);
    expect(await club.db.$count(supportTickets, eq(supportTickets.id, ticket.id))).toBe(1);
  });
});

describeOnPostgres('several processes that tidy tickets', (open) => {
  it('remind and close each once', async () => {
    const club = await openSupport(open);
    const members = [];
    for (let i = 0; i < 8; i++) members.push((await aWaitingTicket(club, `member.${i}@example.org`)).mia.id);
    for (const minutes of [days(8), days(15)]) {
      await Promise.all([1, 2, 3, 4].map(() => tidyTickets(club, after(minutes))));
    }
    for (const userId of members) {
      expect((await toldTo(club, userId)).map(({ type }) => type)).toEqual(['support.reminder', 'support.closed']);
    }
    expect(await club.db.$count(supportMessages, eq(supportMessages.author, 'club'))).toBe(members.length);
  });
});
