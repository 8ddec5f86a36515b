/** How many statements the pages of appointments send, however many appointments there are (decision 0024). */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { recordStatements } from '../database/statements.testing';
import type { Club } from '../identity/identity.testing';
import { aGuest, anAppointment, openAppointments } from './appointments.testing';
import { findCalendar, renewFeed } from './calendar/feed';
import { findFeatured, getAppointment, listAppointments } from './list-appointments';
import { readTicket } from './tickets/show-ticket';

const now = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

/** Gives the member tickets for many more appointments like this one. */
async function fill({ db }: Club, label: string, userId: number, count: number): Promise<void> {
  const codes = sql`lpad(n::text, 8, '0')`;
  await db.execute(sql`insert into appointments (label, kind, title, title_de, description, description_de, description_html,
      description_html_de, starts_at, ends_at, timezone, location, capacity, registration_opens_at, registration_closes_at,
      cancelable_until, created_at, updated_at)
    select 'AP-' || ${codes} || 'X', kind, title, title_de, description, description_de, description_html, description_html_de,
      starts_at, ends_at, timezone, location, capacity, registration_opens_at, registration_closes_at, cancelable_until,
      created_at, updated_at from appointments, generate_series(1, ${count}::int) as n where label = ${label}`);
  await db.execute(sql`insert into appointment_tickets (code, appointment_label, user_id, status, name, places, created_at, changed_at)
    select '0000' || ${codes}, 'AP-' || ${codes} || 'X', ${userId}, 'registered', 'Mia', 1, ${now.toISOString()}, ${now.toISOString()}
    from generate_series(1, ${count}::int) as n`);
}

describeOnEachDatabase('appointments', (open) => {
  it('take few statements, also with hundreds of them', async () => {
    const club = await openAppointments(open);
    const label = await anAppointment(club, now, { isFeatured: true });
    const mia = await aGuest(club);
    await mia.register(label);
    const { token } = await renewFeed(club, { userId: mia.id, ip: null, requestId: 'request', now });
    const viewer = { userId: mia.id, language: 'en' as const, now };
    const list = (page: number, isMine = false) =>
      listAppointments(club.db, viewer, { isMine, isPast: false, page, perPage: 15 });
    const calls: [string, number, () => Promise<unknown>][] = [
      ['list', 2, () => list(1)],
      ['mine', 1, () => list(1, true)],
      ['beyond the last page', 3, () => list(99)],
      ['appointment', 2, () => getAppointment(club.db, viewer, label)],
      ['featured', 2, () => findFeatured(club.db, viewer)],
      ['ticket', 1, () => readTicket(club.db, club, viewer, label)],
      ['calendar', 2, () => findCalendar(club, token ?? '')],
    ];
    await fill(club, label, mia.id, 300);
    for (const [name, statements, work] of calls)
      expect([name, (await recordStatements(work)).length]).toEqual([name, statements]);
    expect(await list(1, true)).toMatchObject({ total: 301, mine: 301 });
    expect((await findCalendar(club, token ?? ''))?.match(/BEGIN:VEVENT/g)).toHaveLength(200);
  });
});
