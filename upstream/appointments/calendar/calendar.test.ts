import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, testConfig } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { appointments } from '../appointments.tables';
import { aGuest, anAppointment, appointmentRow, type Guest, openAppointments } from '../appointments.testing';
import { lockAppointment } from '../lock-appointment';
import { endTicket } from '../tickets/end-ticket';
import { findOwnTicket } from '../tickets/show-ticket';
import { appointmentFeeds } from './calendar.tables';
import { writeCalendar } from './calendar-file';
import type { Entry } from './entries';

const start = new Date('2026-11-20T09:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

/** Reads a file as a calendar program does: times by the time zone blocks of the file. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const value = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null;
    return {
      ...{ uid: event.uid, sequence: event.sequence, title: event.summary, location: event.location },
      ...{ start: event.startDate.toJSDate(), end: event.endDate.toJSDate(), description: event.description },
      zone: component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? 'UTC',
      clock: event.startDate.toString(),
      ...{ status: value('status'), shows: value('transp'), url: value('url'), stamp: value('dtstamp') },
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => alarm.getFirstPropertyValue('trigger')?.toString()),
    };
  });
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'));
  return { events, zones, name: calendar.getFirstPropertyValue('x-wr-calname') };
}

describeOnEachDatabase('the calendar of a member', (open) => {
  let club: Club;
  let mia: Guest;
  let label: string;
  let token: string;
  beforeEach(async () => {
    club = await openAppointments(open);
    mia = await aGuest(club);
    label = await anAppointment(club, start);
    await mia.register(label);
    token = (await renew()).token;
  });
  const renew = async () => (await mia.call('POST', '/appointments/feed')).body as unknown as { token: string };
  const get = (headers: Record<string, string> = {}, of = token) =>
    club.call('GET', `/appointments/feeds/${of}`, { headers }) as unknown as Promise<{
      status: number;
      headers: Headers;
      body: string | null;
    }>;
  const feed = async () => read((await get()).body ?? '');
  const file = async () => read((await mia.call('GET', `/appointments/${label}/ticket.ics`)).body as unknown as string);
  const change = (values: Partial<typeof appointments.$inferInsert>) =>
    club.db.update(appointments).set(values).where(eq(appointments.label, label));
  const cancelAll = async () => {
    await change({ canceledAt: later(1), canceledReason: 'Storm', canceledReasonDe: 'Sturm', updatedAt: later(1) });
    await transaction(club.db, async (tx) => {
      const appointment = await lockAppointment(tx, label);
      const { ticket } = (await findOwnTicket(tx, mia.id, label)) ?? {};
      if (ticket) await endTicket(tx, club, { ticket, appointment, why: 'club' }, later(1));
    });
  };

  it('has the appointments of tickets, with all that a program needs', async () => {
    const { startsAt, endsAt } = await appointmentRow(club, label);
    const { events, zones, name } = await feed();
    expect([zones, name]).toEqual([['Europe/Berlin'], 'Appointments of Almende']);
    const url = `http://localhost:3000/appointment/ticket/${label}`;
    expect(events).toEqual([
      {
        ...{ uid: `${label}@appointments.almende`, sequence: 0, title: 'Harvest feast', location: 'Hof 1, Berlin' },
        ...{ start: startsAt, end: endsAt, zone: 'Europe/Berlin', clock: '2026-11-30T10:00:00' },
        ...{ status: 'CONFIRMED', shows: 'OPAQUE', url, stamp: '2026-11-20T09:00:00Z', alarms: ['-PT2H'] },
        description: `Come.\n\nYour ticket: ${url}`,
      },
    ]);
    expect((await file()).events).toEqual(events);
    const { body, headers } = await get();
    const lines = (body ?? '').split('\r\n');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    // RFC 5545, 3.1: lines end with CRLF and have at most 75 bytes.
    expect(lines.filter((line) => line.includes('\n') || Buffer.byteLength(line) > 75)).toEqual([]);
  });

  it('tells each change of appointment and ticket with a higher sequence', async () => {
    const sequences: number[] = [];
    const states: (string | null)[] = [];
    const note = async () => {
      const [event] = (await file()).events;
      sequences.push(event?.sequence ?? -1);
      states.push(event?.status ?? null);
    };
    await note();
    await change({ title: 'Feast' });
    await note();
    await change({ remindedAt: later(1) });
    await note();
    await mia.cancel(label);
    await note();
    const waiting = await aGuest(club);
    await waiting.join(label, 3);
    await mia.join(label);
    await note();
    expect(states).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED', 'TENTATIVE']);
    expect(sequences).toEqual([0, 1, 1, 2, 3]);
    expect((await feed()).events).toMatchObject([
      { status: 'TENTATIVE', shows: 'TRANSPARENT', alarms: [], title: 'Feast', sequence: 3 },
    ]);
    expect((await feed()).events[0]?.description).toContain('You are on the waiting list.');
  });

  it('shows what the club canceled as canceled, and leaves out what the member gave up', async () => {
    const other = await anAppointment(club, start);
    await mia.register(other, { overlap: true });
    expect((await feed()).events).toHaveLength(2);
    await mia.cancel(other);
    await cancelAll();
    expect((await feed()).events).toMatchObject([
      {
        ...{ uid: `${label}@appointments.almende`, status: 'CANCELLED', sequence: 2, stamp: '2026-11-20T09:01:00Z' },
        ...{ alarms: [], description: expect.stringContaining('The club cancelled it. Reason: Storm') },
      },
    ]);
    await club.db.update(users).set({ language: 'de' }).where(eq(users.id, mia.id));
    expect(await feed()).toMatchObject({ name: 'Termine von Almende', events: [{ title: 'Erntefest' }] });
  });

  it('answers 304 while nothing has changed', async () => {
    const tag = (await get()).headers.get('etag') ?? '';
    vi.setSystemTime(later(600));
    for (const known of [tag, `W/${tag}, "y"`])
      expect(await get({ 'if-none-match': known })).toMatchObject({ status: 304, body: null });
    await change({ location: 'Hof 2, Berlin' });
    const changed = await get({ 'if-none-match': tag });
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });

  it('ends with its address and with the permission, and is kept without its token', async () => {
    const shown = async () => (await mia.call('GET', '/appointments/feed')).body as unknown as { feed: object | null };
    expect(await shown()).toEqual({ feed: { token, created_at: start.toISOString() } });
    const [row] = await club.db.select().from(appointmentFeeds);
    expect(JSON.stringify(row)).not.toContain(token);
    const before = token;
    token = (await renew()).token;
    expect([(await get({}, before)).status, (await get()).status]).toEqual([404, 200]);
    const set = (permissions: string[]) => club.db.update(users).set({ permissions }).where(eq(users.id, mia.id));
    await set([]);
    expect((await get()).status).toBe(404);
    await set(['appointment.view']);
    expect((await mia.call('DELETE', '/appointments/feed')).status).toBe(204);
    expect([(await get()).status, (await get({}, 'x')).status, await shown()]).toEqual([404, 404, { feed: null }]);
    const actions = await club.db.select().from(auditLog).where(eq(auditLog.userId, mia.id)).orderBy(auditLog.id);
    expect(actions.map(({ action }) => action).filter((action) => action.includes('feed'))).toEqual([
      ...['appointment.feed_renewed', 'appointment.feed_renewed', 'appointment.feed_ended'],
    ]);
  });

  it('has no file without a ticket', async () => {
    const { call } = await aGuest(club);
    expect((await call('GET', `/appointments/${label}/ticket.ics`)).status).toBe(404);
  });
});

describe('times in a calendar', () => {
  const eventAt = (timezone: string, startsAt: string, endsAt: string, description = 'Line\nline') => {
    const appointment = {
      ...{ label: 'AP-6K1WZ8PDR', kind: 'online', title: 'A, b; c\\d', titleDe: 'Ä', location: null, timezone },
      ...{ description, descriptionDe: '', startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
      ...{ sequence: 0, updatedAt: start, canceledAt: null, canceledReason: null, canceledReasonDe: null },
    } as Entry['appointment'];
    const steps = { count: 1, last: start.toISOString() };
    const { events, zones } = read(writeCalendar(testConfig, [{ appointment, status: 'registered', steps }], 'en'));
    const [event] = events;
    if (!event) throw new Error('No event');
    return { ...event, zones };
  };

  it.each([
    [
      'over the night in which the clocks go back',
      'Europe/Berlin',
      '2026-10-24T20:00:00Z',
      '2026-10-25T03:00:00Z',
      '2026-10-24T22:00:00',
    ],
    [
      'over the night in which they go forward',
      'Europe/Berlin',
      '2027-03-27T21:00:00Z',
      '2027-03-28T04:00:00Z',
      '2027-03-27T22:00:00',
    ],
    ['in another zone', 'America/New_York', '2026-07-01T22:00:00Z', '2026-07-02T01:00:00Z', '2026-07-01T18:00:00'],
    [
      'south of the equator',
      'Australia/Lord_Howe',
      '2026-12-01T07:00:00Z',
      '2026-12-01T09:00:00Z',
      '2026-12-01T18:00:00',
    ],
  ])('are those of the place, %s', (_, zone, startsAt, endsAt, clock) => {
    const { start: begin, end, ...event } = eventAt(zone, startsAt, endsAt);
    expect(event).toMatchObject({ zone, clock, zones: [zone] });
    expect([begin, end]).toEqual([new Date(startsAt), new Date(endsAt)]);
  });

  it.each(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])(
    'are in UTC where the clocks show one time twice, at %s',
    (startsAt) => {
      const { start: begin, end, zone, zones } = eventAt('Europe/Berlin', startsAt, '2026-10-25T03:00:00Z');
      expect([begin, end, zone, zones]).toEqual([new Date(startsAt), new Date('2026-10-25T03:00:00Z'), 'UTC', []]);
    },
  );

  it('in every zone mean the same instant, in winter and in summer', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const { start: begin, end } = eventAt(zone, '2026-12-01T12:00:00Z', '2027-07-01T12:00:00Z');
      expect([zone, begin, end]).toEqual([zone, new Date('2026-12-01T12:00:00Z'), new Date('2027-07-01T12:00:00Z')]);
    }
  });

  it('in a zone with an old name refer to the block of the new one', () => {
    const { zone, zones, start: begin } = eventAt('Asia/Calcutta', '2026-12-01T12:00:00Z', '2026-12-01T13:00:00Z');
    expect([zone, zones, begin]).toEqual(['Asia/Kolkata', ['Asia/Kolkata'], new Date('2026-12-01T12:00:00Z')]);
  });

  it('keep words as they are, and online is a place', () => {
    const event = eventAt('Europe/Berlin', '2026-12-01T12:00:00Z', '2026-12-01T13:00:00Z');
    expect(event).toMatchObject({ title: 'A, b; c\\d', location: 'Online', alarms: ['-PT15M'] });
    expect(event.description).toMatch(/^Line\nline\n\nYour ticket: /);
    const long = eventAt('Europe/Berlin', '2026-12-01T12:00:00Z', '2026-12-01T13:00:00Z', 'word '.repeat(400));
    expect(long.description).toMatch(/^(word ){99}word …\n\nYour ticket: /);
  });
});
