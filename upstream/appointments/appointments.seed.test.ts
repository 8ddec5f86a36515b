import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { withPastCommissions } from '../affiliate/affiliate.seed';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { createVisitors } from '../demo/visitors';
import { createPastPlants, seedRooms } from '../growing/growing.seed';
import { seedIdentity } from '../identity/identity.seed';
import { verifyLedger } from '../ledger/verify';
import { users } from '../members/members.tables';
import { notifications } from '../notifications/notifications.tables';
import { listWalletFaults } from '../wallet/verify-wallet';
import { seedWallets } from '../wallet/wallet.seed';
import { listPastTickets, seedAppointments } from './appointments.seed';
import { listAppointmentNotices } from './appointments.seed-notices';
import { timesOf } from './appointments.seed-parties';
import { coming, past } from './appointments.seed-texts';
import { appointments } from './appointments.tables';
import { findFeatured, listAppointments } from './list-appointments';
import { appointmentMessages } from './notices/messages.tables';
import { appointmentTickets } from './tickets/tickets.tables';

const now = new Date('2026-11-23T09:00:00Z');
const dayMs = 24 * 60 * 60_000;
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describeOnEachDatabase('the appointments of the demo club', (open) => {
  it('are of each kind, once, with tickets of its members, paid where they cost something, and told to nobody', async () => {
    const deps = await open();
    await seedIdentity(deps, now);
    await seedRooms(deps, now);
    await seedAppointments(deps, now);
    await seedWallets(deps, withPastCommissions(createPastPlants(now), now), now, listPastTickets);
    const first = await deps.db.$count(appointmentTickets);
    await seedAppointments(deps, now);
    expect(await deps.db.$count(appointmentTickets)).toBe(first);
    expect((await verifyLedger(deps, [listWalletFaults])).faults).toEqual([]);
    expect([await deps.db.$count(notifications), await deps.db.$count(appointmentMessages)]).toEqual([0, 0]);

    const ofMember = async (email: string) => {
      const [member] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
      const viewer = { userId: member?.id ?? 0, language: 'de' as const, now };
      const list = (isPast: boolean) =>
        listAppointments(deps.db, viewer, { isMine: false, isPast, page: 1, perPage: 50 });
      return { viewer, coming: await list(false), past: await list(true) };
    };
    const anna = await ofMember('anna@example.org');
    const states = ({ data }: (typeof anna)['coming']) =>
      data.flatMap(({ title, my_ticket }) => (my_ticket ? [[title, my_ticket.status]] : []));
    expect(states(anna.coming)).toEqual([
      ['Lastenrad ausprobieren', 'canceled'],
      ['Workshop: Gemüse fermentieren', 'registered'],
      ['Obstbäume veredeln', 'offered'],
      ['Fest der Mitglieder', 'registered'],
    ]);
    expect(states(anna.past)).toEqual([
      ['Was die neuen Lampen sparen', 'registered'],
      ['Werkzeugpflege', 'checked_in'],
    ]);
    expect(anna.coming.offers).toHaveLength(1);
    expect(await findFeatured(deps.db, anna.viewer)).toMatchObject({
      title: 'Fest der Mitglieder',
      status: 'scheduled',
    });
    const ben = await ofMember('ben@example.org');
    expect(states(ben.coming)).toContainEqual(['Führung durch Haus 2', 'waitlisted']);
    expect(states(ben.past)).toContainEqual(['Werkzeugpflege', 'no_show']);
    expect(ben.coming.data.find(({ status }) => status === 'full')).toMatchObject({ available: 0, waiting: 5 });
    expect(new Set(ben.coming.data.map(({ status }) => status))).toEqual(new Set(['scheduled', 'full', 'closed']));
    const told = await transaction(deps.db, (tx) => listAppointmentNotices(tx, anna.viewer.userId, new Date(0)));
    expect(told.map(({ type }) => type)).toContain('appointment.offered');
    const late = sql`${appointmentTickets.changedAt} > ${now.toISOString()} or ${appointmentTickets.createdAt} > ${now.toISOString()}`;
    expect(await deps.db.$count(appointmentTickets, late)).toBe(0);
    expect(await deps.db.$count(appointments)).toBe(past.length + coming.length);

    const visitors = createVisitors(deps);
    for (let minute = 0; minute < 15; minute++) await visitors.act(after(minute), 0);
    expect(await deps.db.$count(appointmentTickets)).toBe(first);
    for (let minute = 15; minute < 37; minute++) await visitors.act(after(minute), 1);
    expect(await deps.db.$count(appointmentTickets)).toBeGreaterThanOrEqual(first + 2);
  });
});

describe('the times of the demo club', () => {
  it('are more than a day away from its start, whenever that is', () => {
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 30) {
      const start = new Date(Date.parse('2026-10-24T00:00:00Z') + minutes * 60_000);
      for (const demo of [...past, ...coming])
        for (const at of Object.values(timesOf(demo, start)))
          expect(Math.abs(at.getTime() - start.getTime()), demo.slug).toBeGreaterThan(dayMs);
    }
  });
});
