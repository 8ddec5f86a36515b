import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appointments } from '../../upstream/appointments/appointments.tables';
import { anAppointment } from '../../upstream/appointments/appointments.testing';
import { appointmentTickets } from '../../upstream/appointments/tickets/tickets.tables';
import type { Deps } from '../../upstream/deps';
import { type Club, startClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { signedIn } from '../support/realtime';
import { readableText } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const open = (other: Parameters<typeof anAppointment>[2] = {}) =>
  anAppointment({ db: club.db as unknown as Deps['db'] }, new Date(club.clock.now()), other);
const path = (label: string) => `/appointment/register-ticket/${label}`;
const ticket = (label: string) => `/appointment/ticket/${label}`;

describe('registering', () => {
  it('leads to the ticket, whose page cancels it after a question', async () => {
    const { visitor, member } = await signedIn(club);
    const label = await open();
    const made = await visitor.submit(await visitor.get(path(label)), 'register-ticket', { guests: 'Ruth Haller\n' });
    expect([made.status, made.headers.get('location')]).toEqual([303, ticket(label)]);
    const page = await visitor.follow(made);
    expect(readableText(page)).toMatch(/You are registered[\s\S]*Ruth Haller/);
    expect(readableText(page)).toMatch(/The places then become free for others\.\s+Cancel the 2 places/);
    expect((await visitor.get(`${ticket(label)}/qr.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    expect(readableText(await visitor.get('/appointments'))).toContain('Yours (1)');
    const asked = await visitor.get(`${ticket(label)}?cancel`);
    expect(readableText(asked)).toContain('Cancel all 2 places of this ticket?');
    const canceled = await visitor.submit(asked, 'cancel-ticket', { intent: 'cancel' });
    expect([canceled.status, canceled.headers.get('location')]).toEqual([303, ticket(label)]);
    const kept = await club.db.select().from(appointmentTickets).where(eq(appointmentTickets.userId, member.id));
    expect(kept.map(({ status }) => status)).toEqual(['canceled']);
  });

  it('shows the clock of the place beside the own one in the programme, and none for what is online', async () => {
    const { visitor } = await signedIn(club, { language: 'en', timeZone: 'Europe/London' });
    const startsAt = new Date(club.clock.now() + 240 * 3_600_000);
    const programme = [{ at: startsAt.toISOString(), title: { en: 'A bus leaves', de: 'Ein Bus fährt' } }];
    const clockIn = (timeZone: string) => startsAt.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
    const [here, there] = [clockIn('Europe/London'), clockIn('Europe/Berlin')];
    const rowOf = async (label: string) => readableText(await visitor.get(path(label)));
    const onSite = await rowOf(await open({ startsAt, programme }));
    expect(onSite).toMatch(new RegExp(`Your time\\s+Local time\\s+What\\s+${here}\\s+${there}\\s+A bus leaves`));
    const online = { kind: 'online' as const, location: null, onlineUrl: 'https://meet.example.org/a' };
    expect(await rowOf(await open({ startsAt, programme, ...online }))).toMatch(
      new RegExp(`Time\\s+What\\s+${here}\\s+A bus leaves`),
    );
  });

  it('leads to a pass for the device that has the clock of the member, as the page of the ticket has', async () => {
    const { visitor } = await signedIn(club, { language: 'en', timeZone: 'Asia/Tokyo' });
    const startsAt = new Date(club.clock.now() + 240 * 3_600_000);
    const label = await open({ startsAt });
    await visitor.submit(await visitor.get(path(label)), 'register-ticket', {});
    const clock = startsAt.toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    expect(readableText(await visitor.get(ticket(label)))).toContain(clock);
    expect(readableText(await visitor.get(`${ticket(label)}/kept`))).toContain(clock);
  });

  it('refuses four guests at the field, and keeps what was typed', async () => {
    const { visitor } = await signedIn(club);
    const label = await open();
    const refused = await visitor.submit(await visitor.get(path(label)), 'register-ticket', { guests: 'A\nB\nC\nD' });
    expect(refused.status).toBe(422);
    expect(readableText(refused)).toContain('at most 3 guests');
    expect(refused.body).toContain('A\nB\nC\nD');
  });

  it('speaks of no door online, and names no time and no way where there is none', async () => {
    const { visitor } = await signedIn(club);
    const label = await open({ kind: 'online', location: null, onlineUrl: 'https://meet.example.org/a' });
    await visitor.submit(await visitor.get(path(label)), 'register-ticket', {});
    const valid = readableText(await visitor.get(ticket(label)));
    expect(valid).toMatch(/Join online[\s\S]*By when[\s\S]*What you can do/);
    expect(valid).not.toMatch(/At the door|Checked in/);
    await visitor.submit(await visitor.get(`${ticket(label)}?cancel`), 'cancel-ticket', { intent: 'cancel' });
    const canceled = readableText(await visitor.get(ticket(label)));
    expect(canceled).toContain('This ticket is cancelled');
    expect(canceled).not.toMatch(/By when|What you can do/);
  });

  it('says of a ticket whose appointment has ended that it is over', async () => {
    const { visitor } = await signedIn(club);
    const label = await open();
    await visitor.submit(await visitor.get(path(label)), 'register-ticket', {});
    expect(readableText(await visitor.get(ticket(label)))).toContain('show the code at the door');
    const [startsAt, endsAt, registrationOpensAt] = [3, 2, 9].map(
      (hours) => new Date(club.clock.now() - hours * 3_600_000),
    );
    const ended = { startsAt, endsAt, registrationOpensAt, registrationClosesAt: startsAt };
    await club.db
      .update(appointments)
      .set({ ...ended, cancelableUntil: startsAt })
      .where(eq(appointments.label, label));
    const over = readableText(await visitor.get(ticket(label)));
    expect(over).toContain('The appointment is over');
    expect(over).not.toMatch(/Come, and|At the door|Ticket is valid|By when/);
  });

  it('asks a party without room for the waiting list, and puts it there', async () => {
    const label = await open({ capacity: 1 });
    const { visitor } = await signedIn(club);
    const asked = await visitor.submit(await visitor.get(path(label)), 'register-ticket', { guests: 'Ruth Haller' });
    expect(asked.status).toBe(409);
    expect(readableText(asked)).toContain('There is no room for 2');
  });

  it('offers a place that became free on the dashboard, too, until the member has left it', async () => {
    const label = await open({ capacity: 1 });
    const { visitor: holder } = await signedIn(club);
    await holder.submit(await holder.get(path(label)), 'register-ticket', {});
    const { visitor } = await signedIn(club);
    await visitor.submit(await visitor.get(path(label)), 'register-ticket', { wait: 'on' });
    const offer = /A place is free for you Until \w/;
    expect(readableText(await visitor.get('/dashboard'))).not.toMatch(offer);
    await holder.submit(await holder.get(`${ticket(label)}?cancel`), 'cancel-ticket', { intent: 'cancel' });
    const dashboard = await visitor.get('/dashboard');
    expect(readableText(dashboard)).toMatch(offer);
    expect(dashboard.body).toContain(`href="${ticket(label)}"`);
    await visitor.submit(await visitor.get(ticket(label)), `answer-${label}`, { intent: 'decline' });
    expect(readableText(await visitor.get('/dashboard'))).not.toMatch(offer);
  });

  it('pays a place with a price from the balance, after a second step', async () => {
    const { visitor, member } = await signedIn(club);
    await bookDeposits(club, member.id, 1);
    const label = await open({ price: 1800n });
    const second = await visitor.submit(await visitor.get(path(label)), 'register-ticket', {});
    expect(second.headers.get('location')).toMatch(/\/review\?order=[\w-]+&key=/);
    const review = await visitor.follow(await visitor.follow(second));
    expect(review.status).toBe(200);
    expect(readableText(review)).toContain('€18.00');
  });
});

describe('a stranger', () => {
  it('sees no ticket of others, and no door without the permission', async () => {
    const { visitor } = await signedIn(club);
    const label = await open();
    expect((await visitor.get(ticket(label))).status).toBe(404);
    expect((await visitor.get('/check-in')).status).toBe(403);
    expect((await visitor.get('/feeds/appointments/none.ics')).status).toBe(404);
    expect((await visitor.get(path('AP-0'))).status).toBe(404);
  });
});
