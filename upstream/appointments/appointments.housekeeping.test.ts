import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { notificationPreferences, notifications } from '../notifications/notifications.tables';
import { startOfDay } from '../wallet/wallet';
import { actsAt, addHolders, messagesOf } from './appointments.holders.testing';
import {
  closeEnded,
  deleteAttempts,
  endLists,
  endOffers,
  offerFreePlaces,
  remindHolders,
} from './appointments.housekeeping';
import { appointmentData } from './appointments.personal-data';
import { aGuest, anAppointment, appointmentRow, openAppointments, ticketStates } from './appointments.testing';
import { appointmentCheckIns } from './door/door.tables';
import { listAppointments } from './list-appointments';
import { timeAtPlace } from './notices/words';
import { cancelAppointment, endBatch } from './staff/cancel-appointment';
import { appointmentTickets } from './tickets/tickets.tables';

const now = new Date('2026-11-20T09:00:00Z');
const hours = (count: number, from = now) => new Date(from.getTime() + count * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('what is due for appointments', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openAppointments(open);
  });
  const states = async (label: string) => (await ticketStates(club, label)).map(([, state]) => state);

  it('ends an offer that nobody took, and offers the place to the next', async () => {
    const label = await anAppointment(club, now, { capacity: 1 });
    const [mia, ole, ida] = await addHolders(club, 3);
    if (!mia || !ole || !ida) throw new Error('Nobody is there');
    const acts = actsAt(club, now);
    for (const member of [mia, ole, ida]) await acts.register(member, label);
    await acts.cancel(mia, label);
    await endOffers(club, hours(23.9));
    expect(await states(label)).toEqual(['canceled', 'offered', 'waitlisted']);
    expect(await actsAt(club, hours(24)).accept(ole, label)).toBe('offer_expired');
    await endOffers(club, hours(24));
    await endOffers(club, hours(24));
    expect(await states(label)).toEqual(['canceled', 'expired', 'offered']);
    expect(await messagesOf(club, label)).toEqual(['offered', 'offer_expired', 'offered']);
    expect(await actsAt(club, hours(25)).accept(ida, label)).toBe('registered');
  });

  it('ends the waiting list with the registration, in the night in which the clocks go back', async () => {
    // 02:30 comes twice. Registration closes at the first of the two, 00:30 in UTC.
    const closes = new Date('2026-10-25T00:30:00Z');
    const start = new Date('2026-10-20T09:00:00Z');
    const times = { startsAt: new Date('2026-10-26T18:00:00Z'), registrationClosesAt: closes };
    const label = await anAppointment(club, start, { capacity: 1, ...times });
    const [mia, ole, ida] = await addHolders(club, 3);
    if (!mia || !ole || !ida) throw new Error('Nobody is there');
    const acts = actsAt(club, start);
    await acts.register(mia, label);
    await acts.register(ole, label);
    const shortBefore = hours(-2, closes);
    await actsAt(club, shortBefore).cancel(mia, label);
    // Half of the time that is left, so that the next party has a chance.
    const [, offered] = await club.db.select().from(appointmentTickets).orderBy(appointmentTickets.id);
    expect(offered?.offerExpiresAt).toEqual(hours(1, shortBefore));
    expect(await actsAt(club, shortBefore).register(ida, label)).toBe('waitlisted');
    await endLists(club, hours(-0.01, closes));
    expect(await states(label)).toEqual(['canceled', 'offered', 'waitlisted']);
    expect(await actsAt(club, closes).register(mia, label)).toBe('closed');
    await endLists(club, closes);
    await endOffers(club, closes);
    expect(await states(label)).toEqual(['canceled', 'expired', 'expired']);
    expect(await messagesOf(club, label)).toEqual(['offered', 'list_ended', 'offer_expired']);
  });

  it('reminds each holder once, a day before, by the clock at the place, and as the member wants', async () => {
    const label = await anAppointment(club, now, { startsAt: hours(48) });
    const [mia, ole, ida] = await addHolders(club, 3);
    if (!mia || !ole || !ida) throw new Error('Nobody is there');
    const acts = actsAt(club, now);
    for (const member of [mia, ole, ida]) await acts.register(member, label);
    await acts.cancel(ida, label);
    const silent = { userId: ole.id, kind: 'appointment' as const, channel: 'site' as const, wanted: false };
    await club.db.insert(notificationPreferences).values({ ...silent, updatedAt: now });
    await remindHolders(club, hours(23.9));
    expect(await messagesOf(club, label)).toEqual([]);
    await remindHolders(club, hours(24));
    await remindHolders(club, hours(24.1));
    await club.jobs.idle();
    expect(await messagesOf(club, label)).toEqual(['reminder', 'reminder']);
    const reminders = await club.db.select().from(notifications).where(eq(notifications.type, 'appointment.reminder'));
    expect(reminders.map(({ userId, description }) => [userId, description.en])).toEqual([
      [mia.id, `It begins on ${timeAtPlace(hours(48), 'Europe/Berlin', 'en')}.`],
    ]);
  });

  it('notes who did not come, where tickets were checked in, and deletes attempts later', async () => {
    const times = { startsAt: hours(1), cancelableUntil: hours(1) };
    const [door, open] = [await anAppointment(club, now, times), await anAppointment(club, now, times)];
    const [mia, ole] = await addHolders(club, 2);
    if (!mia || !ole) throw new Error('Nobody is there');
    for (const label of [door, open]) for (const member of [mia, ole]) await actsAt(club, now).register(member, label);
    const [ticket] = await club.db.select().from(appointmentTickets).orderBy(appointmentTickets.id).limit(1);
    if (!ticket) throw new Error('There is no ticket');
    const came = { status: 'checked_in' as const, checkedInAt: hours(1), changedAt: hours(1) };
    await club.db.update(appointmentTickets).set(came).where(eq(appointmentTickets.id, ticket.id));
    const attempt = { appointmentLabel: door, ticketId: ticket.id, code: ticket.code, staffId: ole.id, at: hours(1) };
    await club.db.insert(appointmentCheckIns).values({ ...attempt, outcome: 'admitted' });
    await expect(club.db.delete(appointmentCheckIns)).rejects.toThrow();
    await closeEnded(club, hours(3.9));
    expect(await states(door)).toEqual(['checked_in', 'registered']);
    await closeEnded(club, hours(4));
    expect([await states(door), await states(open)]).toEqual([
      ['checked_in', 'no_show'],
      ['registered', 'registered'],
    ]);
    expect((await appointmentRow(club, door)).finishedAt).toEqual(hours(4));
    await deleteAttempts(club, hours(24 * 30));
    expect(await club.db.$count(appointmentCheckIns)).toBe(1);
    await deleteAttempts(club, hours(24 * 31));
    expect(await club.db.$count(appointmentCheckIns)).toBe(0);
  });

  it('passes on the place of a member who left, whose names are gone', async () => {
    const label = await anAppointment(club, now, { capacity: 2 });
    const past = await anAppointment(club, now, { startsAt: hours(2), cancelableUntil: hours(2) });
    const [mia, ole] = await addHolders(club, 2);
    if (!mia || !ole) throw new Error('Nobody is there');
    const acts = actsAt(club, now);
    await acts.register(mia, label, { guests: 1 });
    await acts.register(mia, past, { guests: 1 });
    await acts.register(ole, label);
    const [part] = appointmentData.exports;
    const exported = await part?.rows(club.db, mia.id, null, 10);
    expect(exported?.map(({ row }) => row)).toMatchObject([
      { appointment: label, guests: ['Ida'], status: 'registered', history: [{ status: 'registered', reason: null }] },
      { appointment: past },
    ]);
    const leaver = { id: mia.id, language: 'en' as const, refHash: mia.refHash ?? '' };
    await transaction(club.db, async (tx) => appointmentData.anonymise?.(tx, leaver, hours(6)));
    await offerFreePlaces(club, hours(6));
    expect([await states(label), await states(past)]).toEqual([['canceled', 'offered'], ['registered']]);
    const own = await club.db.select().from(appointmentTickets).where(eq(appointmentTickets.userId, mia.id));
    expect(own.map(({ name, guests, notes }) => [name, guests, notes])).toEqual([
      ['-', [], ''],
      ['-', [], ''],
    ]);
  });

  it('keeps an account while a paid ticket can still be paid back', async () => {
    const times = { startsAt: hours(4), cancelableUntil: hours(2) };
    const label = await anAppointment(club, now, { price: 500n, ...times });
    const mia = await aGuest(club, 500n);
    const obstacles = (language: 'en' | 'de') => appointmentData.obstacles?.(club.db, mia.id, language);
    expect(await obstacles('en')).toEqual([]);
    await mia.pay(label, '5.00');
    expect([await obstacles('en'), await obstacles('de')]).toEqual([
      ['You have a paid ticket that can still be refunded: cancel it first.'],
      ['Du hast eine bezahlte Karte, deren Preis noch erstattet werden kann: Sag sie zuerst ab.'],
    ]);
    vi.setSystemTime(hours(2));
    expect(await obstacles('en')).toEqual([]);
    const reason = { en: 'Storm', de: 'Sturm' };
    await transaction(club.db, (tx) => cancelAppointment(tx, club, { label, reason }, hours(3)));
    expect(await obstacles('en')).toHaveLength(1);
    await endBatch(club, label, hours(3));
    expect(await obstacles('en')).toEqual([]);
  });

  it('is listed by the day of the member, who may live in another zone', async () => {
    // From 23:00 to 02:00 in Berlin, so from 17:00 to 20:00 on the day before in New York.
    const startsAt = new Date('2026-11-27T22:00:00Z');
    const label = await anAppointment(club, now, { startsAt, endsAt: hours(3, startsAt) });
    const [mia] = await addHolders(club, 1);
    const viewer = { userId: mia?.id ?? 0, language: 'en' as const, now };
    const on = async (day: string, next: string, zone: string) => {
      const [from, to] = [startOfDay(day, zone), startOfDay(next, zone)];
      const asked = { isMine: false, isPast: false, from, to, page: 1, perPage: 10 };
      return (await listAppointments(club.db, viewer, asked)).data.map((one) => one.label);
    };
    expect(await on('2026-11-27', '2026-11-28', 'Europe/Berlin')).toEqual([label]);
    expect(await on('2026-11-28', '2026-11-29', 'Europe/Berlin')).toEqual([label]);
    expect(await on('2026-11-27', '2026-11-28', 'America/New_York')).toEqual([label]);
    expect(await on('2026-11-28', '2026-11-29', 'America/New_York')).toEqual([]);
  });
});
