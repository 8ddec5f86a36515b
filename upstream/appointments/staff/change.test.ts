import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Club } from '../../identity/identity.testing';
import { expireOrders } from '../../wallet/orders/expiry';
import { actsAt, addHolders, messagesOf } from '../appointments.holders.testing';
import { remindHolders } from '../appointments.housekeeping';
import { aGuest, anAppointment, openAppointments, ticketStates } from '../appointments.testing';
import { appointmentTickets } from '../tickets/tickets.tables';
import { changeAppointment, type Wanted } from './change';

/** Ten o'clock in Berlin. */
const now = new Date('2026-11-20T09:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a change of an appointment', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openAppointments(open);
  });
  const change = (label: string, wanted: Wanted, at = now) =>
    transaction(club.db, (tx) => changeAppointment(tx, club, { label, wanted }, at));

  it('to an earlier start ends what is not paid by then, and leaves the other orders', async () => {
    const [label, other] = [
      await anAppointment(club, now, { price: 2500n }),
      await anAppointment(club, now, { price: 1n }),
    ];
    const [mia, ole] = [await aGuest(club, 1000n), await aGuest(club)];
    await mia.pay(label, '10.00');
    await ole.register(other);
    const { order_label: order } = await mia.ticket(label);
    await change(label, { starts: '2026-11-20 18:00' });
    expect((await mia.call('GET', `/wallet/orders/${order}`)).body).toMatchObject({
      expires_at: hours(8).toISOString(),
    });
    await expireOrders(club, hours(8));
    expect([await ticketStates(club, label), await ticketStates(club, other)]).toEqual([
      [[mia.id, 'expired']],
      [[ole.id, 'reserved']],
    ]);
    expect(await mia.money()).toEqual({ available: 1000n, held: 0n });
  });

  it('to a later start reminds the holders again, if it is more than a day away', async () => {
    const label = await anAppointment(club, now, { startsAt: hours(24) });
    const [mia] = await addHolders(club, 1);
    if (!mia) throw new Error('Nobody is there');
    await actsAt(club, now).register(mia, label);
    await remindHolders(club, now);
    await change(label, { starts: '2026-11-21 12:00' }, hours(3));
    await remindHolders(club, hours(4));
    expect(await messagesOf(club, label)).toEqual(['reminder', 'changed']);
    await change(label, { starts: '2026-11-28 10:00' }, hours(5));
    await remindHolders(club, hours(6));
    await remindHolders(club, hours(7 * 24));
    await remindHolders(club, hours(7 * 24 + 1));
    expect(await messagesOf(club, label)).toEqual(['reminder', 'changed', 'changed', 'reminder']);
  });

  it('of the place is told to those who are checked in already, too', async () => {
    const label = await anAppointment(club, now, { startsAt: hours(2), cancelableUntil: now });
    const [mia] = await addHolders(club, 1);
    if (!mia) throw new Error('Nobody is there');
    await actsAt(club, now).register(mia, label);
    const came = { status: 'checked_in' as const, checkedInAt: hours(1), changedAt: hours(1) };
    await club.db.update(appointmentTickets).set(came).where(eq(appointmentTickets.userId, mia.id));
    expect(await change(label, { location: 'Hof 2, Berlin' }, hours(1))).toMatchObject({ told: 1 });
  });
});
