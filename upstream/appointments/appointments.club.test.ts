import { and, asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Actor, type ClubCommand, CommandFailed } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { getBalances } from '../ledger/ledger';
import { verifyLedger } from '../ledger/verify';
import { filesIn } from '../news/news.testing';
import { notifications } from '../notifications/notifications.tables';
import { pay } from '../wallet/orders/orders.testing';
import { walletTransactions } from '../wallet/transactions/transactions.tables';
import { listWalletFaults } from '../wallet/verify-wallet';
import { appointmentCancel, appointmentChange, appointmentCreate, appointmentList } from './appointments.club';
import { actsAt, addHolders, messagesOf } from './appointments.holders.testing';
import { appointments } from './appointments.tables';
import { anAppointment, appointmentRow, openAppointments, ticketStates } from './appointments.testing';
import { createAppointmentRefunds, endBatch, resumeRefunds } from './staff/cancel-appointment';
import { appointmentTickets } from './tickets/tickets.tables';

const now = new Date('2026-11-20T09:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

const file = (more: string[] = [], sections: string[] = ['<!-- en -->', 'A **meal**.', '<!-- de -->', 'Ein Essen.']) =>
  [
    ...['---', 'kind: onsite', 'title-en: Feast', 'title-de: Fest', 'starts: 2027-03-27 20:00'],
    ...['ends: 2027-03-28 04:00', 'location: Barn', 'capacity: 10', ...more, '---', ...sections],
  ].join('\n');

describeOnEachDatabase('staff', (open) => {
  let club: Club;
  let greta: Actor;
  beforeEach(async () => {
    club = await openAppointments(open);
    greta = await aStaffMember(club);
  });
  const run = (command: ClubCommand, given: Record<string, unknown>, at = now, actor = greta) =>
    command.run(club, given, at, actor);
  const told = async (userId: number) =>
    (
      await club.db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(asc(notifications.id))
    ).map(({ type, description }) => [type, description.en]);

  it('create an appointment by the clock at the place, also in the night in which it changes', async () => {
    const programme = ['<!-- programme -->', '20:30 Suppe|Soup / heiß|hot', '03:30 Ende|End'];
    const sections = ['<!-- en -->', 'A **meal**.', '<!-- de -->', 'Ein Essen.', ...programme];
    const { data } = await run(appointmentCreate, { file: file(['closes: 2027-03-28 02:30'], sections) });
    const [row] = await club.db.select().from(appointments);
    expect(row).toMatchObject({
      ...{ label: data.label, timezone: 'Europe/Berlin', staffId: greta.id, price: null, capacity: 10 },
      descriptionHtml: '<p>A <strong>meal</strong>.</p>',
      startsAt: new Date('2027-03-27T19:00:00Z'),
      // The clocks go forward in between.
      endsAt: new Date('2027-03-28T02:00:00Z'),
      // No clock shows 02:30. It is half past three, as if the clocks had not changed.
      registrationClosesAt: new Date('2027-03-28T01:30:00Z'),
      registrationOpensAt: now,
      programme: [
        { at: '2027-03-27T19:30:00.000Z', title: { en: 'Soup', de: 'Suppe' }, note: { en: 'hot', de: 'heiß' } },
        { at: '2027-03-28T01:30:00.000Z', title: { en: 'End', de: 'Ende' } },
      ],
    });
    expect((await run(appointmentList, {})).lines[0]).toMatch(
      /^AP-\w+: Fest \/ Feast, .*27 March 2027.*20:00.*scheduled. 0 of 10 places taken\.$/,
    );
  });

  it('are told what is wrong in a file, with its line, and nothing is written', async () => {
    const refuse = async (text: string, words: string) =>
      expect(run(appointmentCreate, { file: text })).rejects.toThrow(new CommandFailed(words));
    await refuse(
      file(['closes: 2027-02-30 10:00']),
      'The file, line 9: closes is a time at the place such as 2026-12-05 18:00, not “2027-02-30 10:00”.',
    );
    await refuse(file([], ['<!-- en -->', 'One']), 'The file, line 1: the text below <!-- de --> is missing.');
    await refuse(
      file([], ['<!-- en -->', 'One', '<b>two</b>', '<!-- de -->', 'Eins']),
      'The file, line 12: HTML is not possible here.',
    );
    await refuse(
      file(['cancel-until: 2027-03-27 21:00']),
      'Tickets cannot be canceled after the start. Nothing was changed.',
    );
    expect(await club.db.$count(appointments)).toBe(0);
  });

  it('change time and place: the calendar entry is a newer one, and each holder is told once of old and new', async () => {
    const label = await anAppointment(club, now, { capacity: 2, startsAt: new Date('2026-12-05T17:00:00Z') });
    const [mia, ole, ida] = await addHolders(club, 3);
    if (!mia || !ole || !ida) throw new Error('Nobody is there');
    const acts = actsAt(club, now);
    for (const member of [mia, ole, ida]) await acts.register(member, label);
    await acts.cancel(ole, label);
    const given = { label, starts: '2026-12-06 19:00', location: 'Hof 2, Berlin' };
    expect((await run(appointmentChange, given, hours(1))).data).toMatchObject({ told: 2 });
    await expect(run(appointmentChange, given, hours(2))).rejects.toThrow('is like that already');
    await club.jobs.idle();
    const row = await appointmentRow(club, label);
    expect(row).toMatchObject({ sequence: 1, updatedAt: hours(1), registrationClosesAt: row.startsAt });
    expect(row.endsAt.getTime() - row.startsAt.getTime()).toBe(3 * 3600_000);
    const changed = (await told(mia.id)).filter(([type]) => type === 'appointment.changed');
    expect(changed).toHaveLength(1);
    expect(changed[0]?.[1]).toMatch(
      /6 December 2026 at 19:00.*was .*5 December 2026 at 18:00.*Hof 2, Berlin \(was Hof 1/,
    );
    expect((await told(ole.id)).some(([type]) => type === 'appointment.changed')).toBe(false);
    expect((await told(ida.id)).find(([type]) => type === 'appointment.changed')?.[1]).toContain(
      'Your place on the waiting list stays valid.',
    );
    await expect(run(appointmentChange, { label, starts: '2026-11-01 10:00' })).rejects.toThrow('in the past');
  });

  it('change its texts by a file, which leaves out what stays', async () => {
    const programme = [{ at: hours(241).toISOString(), title: { en: 'Soup', de: 'Suppe' } }];
    const label = await anAppointment(club, now, { programme });
    const { '0.md': text } = filesIn({ '0.md': '<!-- en -->\nAnother *text*.\n<!-- de -->\nEin anderer Text.\n' });
    expect((await run(appointmentChange, { label, text })).data).toMatchObject({ told: 0 });
    const html = '<p>Another <em>text</em>.</p>';
    expect(await appointmentRow(club, label)).toMatchObject({ descriptionHtml: html, programme, sequence: 1 });
    // It moves along with the start.
    await run(appointmentChange, { label, starts: '2026-11-30 11:00' });
    expect((await appointmentRow(club, label)).programme[0]?.at).toBe(hours(242).toISOString());
  });

  it('change the capacity: more places are offered in turn, and fewer than are taken are refused', async () => {
    const label = await anAppointment(club, now, { capacity: 2 });
    const members = await addHolders(club, 4);
    const acts = actsAt(club, now);
    for (const [index, member] of members.entries())
      await acts.register(member, label, { guests: index === 2 ? 1 : 0 });
    await expect(run(appointmentChange, { label, capacity: '1' })).rejects.toThrow('2 places are taken');
    expect((await run(appointmentChange, { label, capacity: '3' })).data).toMatchObject({ told: 0 });
    // The party of two does not fit, so it is skipped.
    expect((await ticketStates(club, label)).map(([, state]) => state)).toEqual([
      ...['registered', 'registered', 'waitlisted', 'offered'],
    ]);
    expect(await messagesOf(club, label)).toEqual(['offered']);
    expect((await appointmentRow(club, label)).sequence).toBe(0);
  });

  it('cancel it: each paid ticket is refunded once, however often the job is killed', { timeout: 60_000 }, async () => {
    const label = await anAppointment(club, now, { capacity: 30, price: 1000n });
    const members = await addHolders(club, 26);
    const acts = actsAt(club, now);
    for (const member of members) await acts.register(member, label);
    const tickets = await club.db.select().from(appointmentTickets).orderBy(asc(appointmentTickets.id));
    // The last one has an order that is not paid.
    for (const { orderLabel } of tickets.slice(0, 25)) await pay(club, orderLabel as string, 1000n, hours(1));
    await club.jobs.idle();
    const { lines } = await run(appointmentCancel, { label, reason: 'Sturm|Storm' }, hours(2));
    expect(lines[0]).toContain('26 tickets canceled, 250.00 EUR go back.');
    for (const fatal of [1, 13, 23]) {
      let events = 0;
      const dying = {
        ...club,
        get broadcaster() {
          if (++events === fatal) throw new Error('killed');
          return club.broadcaster;
        },
      };
      const work = createAppointmentRefunds(dying)({ data: { label } });
      await expect(work).rejects.toThrow('killed');
    }
    // The first batch is whole, and the second one left nothing.
    const ended = eq(appointmentTickets.status, 'canceled');
    expect(await club.db.$count(appointmentTickets, ended)).toBe(20);
    club.jobs.work('appointment-refunds', createAppointmentRefunds(club));
    await resumeRefunds(club);
    await club.jobs.idle();
    // The last batch may have queued messages after that queue was found empty.
    await club.jobs.idle();
    expect(await endBatch(club, label, hours(3))).toBe(true);
    expect(new Set((await ticketStates(club, label)).map(([, state]) => state))).toEqual(new Set(['canceled']));
    expect(await club.db.$count(walletTransactions, eq(walletTransactions.type, 'refund'))).toBe(25);
    for (const { id } of members.slice(0, 25))
      expect(await getBalances(club.db, id, 'EUR')).toEqual({ available: 1000n, held: 0n });
    expect(await messagesOf(club, label)).toEqual(Array(26).fill('canceled'));
    const [first, last] = [members[0]?.id ?? 0, members[25]?.id ?? 0];
    const words = (id: number) => told(id).then((all) => all.filter(([type]) => type === 'appointment.canceled'));
    expect(await words(first)).toEqual([
      ['appointment.canceled', 'The club cancelled it. Reason: Storm. €10.00 goes back to your balance.'],
    ]);
    expect((await words(last))[0]?.[1]).toBe('The club cancelled it. Reason: Storm.');
    const { faults } = await verifyLedger(club, [listWalletFaults]);
    expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
    await expect(run(appointmentCancel, { label, reason: 'Sturm|Storm' })).rejects.toThrow('is canceled already');
    await expect(run(appointmentChange, { label, capacity: '40' })).rejects.toThrow('is canceled');
  });

  it('need a colleague to cancel what pays much back', async () => {
    const label = await anAppointment(club, now, { price: 60_000n });
    const holger = await aStaffMember(club, 'Holger');
    const acts = actsAt(club, now);
    for (const member of await addHolders(club, 2)) await acts.register(member, label);
    for (const { orderLabel } of await club.db.select().from(appointmentTickets).orderBy(asc(appointmentTickets.id)))
      await pay(club, orderLabel as string, 60_000n, hours(1));
    const given = { label, reason: 'Sturm|Storm' };
    expect((await run(appointmentCancel, given, hours(2))).data).toMatchObject({ done: false });
    expect((await appointmentRow(club, label)).canceledAt).toBeNull();
    await run(appointmentCancel, { label, reason: '-|-' }, hours(2), holger);
    expect(await appointmentRow(club, label)).toMatchObject({ canceledReason: 'Storm', canceledReasonDe: 'Sturm' });
    const audited = and(eq(auditLog.action, 'appointment.canceled'), eq(auditLog.actorId, holger.id));
    expect(await club.db.$count(auditLog, audited)).toBe(1);
  });
});
