import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { verifyLedger } from '../../ledger/verify';
import { expireOrders } from '../../wallet/orders/expiry';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { newKey, pay } from '../../wallet/orders/orders.testing';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { aGuest, anAppointment, appointmentRow, openAppointments, ticketStates } from '../appointments.testing';

const start = new Date('2026-11-20T09:00:00Z');
const later = (hours: number) => new Date(start.getTime() + hours * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a registration', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openAppointments(open);
  });
  afterEach(async () => {
    // Payments of these tests come without a statement of the bank.
    const { faults } = await verifyLedger(club, [listWalletFaults]);
    expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
  });

  it('takes the places of the party, and gives a ticket', async () => {
    const label = await anAppointment(club, start);
    const mia = await aGuest(club);
    const { status, body } = await mia.register(label, { guests: ['Ida', 'Ole'], notes: 'Vegan' });
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ status: 'registered', name: 'Mia Muster', guests: [{ name: 'Ida' }, { name: 'Ole' }], notes: 'Vegan' },
        ...{ price: null, order_label: null, refund: null, actions: ['cancel'], ahead: null },
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        qr_payload: expect.stringMatching(/^AT1\.[\w-]+\.[\w-]+$/),
        timeline: [{ status: 'registered', at: start.toISOString(), note: null }],
        appointment: { label, available: 1, status: 'scheduled' },
      },
    ]);
    expect(await mia.appointment(label)).toMatchObject({
      ...{ available: 1, open_to: 1, waiting: 0, largest_waiting: 0, overlaps: [] },
      my_ticket: { status: 'registered', places: 3, offer_expires_at: null, order_label: null },
    });
    expect(await mia.register(label)).toMatchObject({ status: 409, body: { code: 'has_ticket' } });
    expect(await appointmentRow(club, label)).toMatchObject({ taken: 3, waiting: 0 });
  });

  it('joins the waiting list only if the member says so', async () => {
    const label = await anAppointment(club, start, { capacity: 2 });
    const [mia, ole, ida] = [await aGuest(club), await aGuest(club), await aGuest(club)];
    await mia.join(label, 1);
    expect(await ole.register(label)).toMatchObject({ status: 409, body: { code: 'full' } });
    expect(await ole.register(label, { guests: ['A', 'B'] })).toMatchObject({
      status: 409,
      body: { code: 'too_large' },
    });
    expect(await ole.join(label)).toMatchObject({
      status: 201,
      body: { status: 'waitlisted', ahead: 0, qr_payload: null },
    });
    expect(await ida.join(label)).toMatchObject({ status: 201, body: { status: 'waitlisted', ahead: 1 } });
    expect(await mia.cancel(label)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await ticketStates(club, label)).toEqual([
      [mia.id, 'canceled'],
      [ole.id, 'offered'],
      [ida.id, 'offered'],
    ]);
    expect(await ole.ticket(label)).toMatchObject({
      ...{ offer_expires_at: later(24).toISOString(), actions: ['accept', 'decline'] },
    });
    expect(await mia.appointment(label)).toMatchObject({ status: 'full', available: 0 });
    expect(await ole.accept(label)).toMatchObject({ status: 200, body: { status: 'registered' } });
    expect(await ida.decline(label)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await ida.decline(label)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await appointmentRow(club, label)).toMatchObject({ taken: 1, waiting: 0 });
    expect(await ole.list()).toMatchObject({ total: 1, mine: 1, offers: [] });
  });

  it('asks about another ticket at the same time', async () => {
    const [one, other] = [await anAppointment(club, start), await anAppointment(club, start)];
    const mia = await aGuest(club);
    await mia.register(one);
    expect((await mia.appointment(other)).overlaps).toMatchObject([{ label: one }]);
    expect(await mia.register(other)).toMatchObject({ status: 409, body: { code: 'overlap' } });
    expect(await mia.register(other, { overlap: true })).toMatchObject({ status: 201 });
  });

  it('with a price is reserved until its order is paid', async () => {
    const label = await anAppointment(club, start, { price: 2500n });
    const mia = await aGuest(club);
    const { status, body } = await mia.register(label, { guests: ['Ida'] });
    expect([status, body]).toMatchObject([201, { status: 'reserved', price: '50.00', actions: ['pay', 'cancel'] }]);
    await pay(club, body.order_label as string, 5000n, later(1));
    expect(await mia.ticket(label)).toMatchObject({ status: 'registered', refund: '50.00' });
    expect(await mia.money()).toEqual({ available: 0n, held: 0n });
    expect((await club.mails()).at(-1)?.text).toContain(`Your ticket is ${body.code}, for 2 people.`);
    expect(await mia.cancel(label)).toMatchObject({ status: 200, body: { status: 'canceled', refund: null } });
    expect(await mia.money()).toEqual({ available: 5000n, held: 0n });
  });

  it('from the balance is paid at once, after a code for exactly this', async () => {
    const label = await anAppointment(club, start, { price: 2500n });
    const mia = await aGuest(club, 6000n);
    expect(await mia.register(label, { from_balance: '25.00' })).toMatchObject({
      ...{ status: 403, body: { code: 'step_up_required' } },
    });
    expect(await mia.pay(label, '25.00')).toMatchObject({
      status: 201,
      body: { status: 'registered', refund: '25.00' },
    });
    expect(await mia.money()).toEqual({ available: 3500n, held: 0n });
  });

  it('that is not paid gives its place to the next', async () => {
    const label = await anAppointment(club, start, { price: 2500n, capacity: 1 });
    const [mia, ole] = [await aGuest(club, 1000n), await aGuest(club, 2500n)];
    expect(await mia.pay(label, '10.00')).toMatchObject({ body: { status: 'reserved' } });
    expect(await ole.join(label)).toMatchObject({ body: { status: 'waitlisted', order_label: null } });
    await expireOrders(club, later(24 * 7));
    expect(await ticketStates(club, label)).toEqual([
      [mia.id, 'expired'],
      [ole.id, 'offered'],
    ]);
    expect(await mia.money()).toEqual({ available: 1000n, held: 0n });
    const code = await ole.codeFor(label, 1, '25.00');
    expect(await ole.accept(label, code)).toMatchObject({ status: 200, body: { status: 'registered' } });
  });

  it('after the start is paid from the balance alone, because a transfer comes too late', async () => {
    const times = { startsAt: later(1), endsAt: later(4), cancelableUntil: later(1), registrationClosesAt: later(4) };
    const label = await anAppointment(club, start, { price: 2500n, ...times });
    vi.setSystemTime(later(2));
    const mia = await aGuest(club, 2500n);
    const refused = {
      status: 422,
      body: { errors: { from_balance: [expect.stringContaining('The appointment has begun')] } },
    };
    expect(await mia.register(label)).toMatchObject(refused);
    expect(await mia.pay(label, '10.00')).toMatchObject(refused);
    expect(await club.db.$count(walletOrders)).toBe(0);
    expect(await mia.pay(label, '25.00')).toMatchObject({ status: 201, body: { status: 'registered', refund: null } });
  });

  it('joins no waiting list that ended with the start', async () => {
    const times = { startsAt: later(1), endsAt: later(4), cancelableUntil: later(1), registrationClosesAt: later(4) };
    const label = await anAppointment(club, start, { capacity: 1, ...times });
    vi.setSystemTime(later(2));
    const [mia, ole] = [await aGuest(club), await aGuest(club)];
    expect(await mia.register(label)).toMatchObject({ status: 201 });
    expect(await ole.join(label)).toMatchObject({
      ...{ status: 409, body: { code: 'full', message: expect.stringContaining('the waiting list is closed') } },
    });
  });

  it('sent twice with one key counts once', async () => {
    const label = await anAppointment(club, start);
    const mia = await aGuest(club);
    const headers = { 'idempotency-key': newKey() };
    const [one, two] = [await mia.register(label, {}, { headers }), await mia.register(label, {}, { headers })];
    expect(two.body.code).toBe(one.body.code);
    expect(await appointmentRow(club, label)).toMatchObject({ taken: 1 });
  });
});
