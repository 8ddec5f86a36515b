import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { getBalances } from '../../ledger/ledger';
import { verifyLedger } from '../../ledger/verify';
import type { UserRow } from '../../members/users';
import { pay } from '../../wallet/orders/orders.testing';
import { walletTransactions } from '../../wallet/transactions/transactions.tables';
import { listWalletFaults } from '../../wallet/verify-wallet';
import { actsAt, addHolders } from '../appointments.holders.testing';
import { endOffers } from '../appointments.housekeeping';
import { anAppointment, appointmentRow, openAppointments } from '../appointments.testing';
import { cancelAppointment, endBatch } from '../staff/cancel-appointment';
import { appointmentTickets } from './tickets.tables';

const now = new Date('2026-11-20T09:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600_000);
/** As many as the API lets wait for one appointment, from a few processes. */
const atOnce = 12;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

async function forAll<T>(list: readonly T[], act: (one: T, index: number) => Promise<unknown>): Promise<void> {
  const queue = [...list.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const ticketsOf = ({ db }: TestDatabase, label: string) =>
  db
    .select()
    .from(appointmentTickets)
    .where(eq(appointmentTickets.appointmentLabel, label))
    .orderBy(asc(appointmentTickets.id));

/** No place is taken twice, and no party waits that could have had the places of a later one. */
async function expectFair(club: TestDatabase, label: string): Promise<void> {
  const { capacity, taken, waiting } = await appointmentRow(club, label);
  const tickets = await ticketsOf(club, label);
  const inState = (...states: string[]) => tickets.filter(({ status }) => states.includes(status));
  const held = inState('offered', 'reserved', 'registered').reduce((sum, { places }) => sum + places, 0);
  const list = inState('waitlisted');
  expect([taken, waiting]).toEqual([held, list.length]);
  expect(taken).toBeLessThanOrEqual(capacity);
  expect(list.filter(({ places }) => places <= capacity - taken)).toEqual([]);
  const passed = inState('offered').filter((offer) =>
    list.some((party) => party.id < offer.id && party.places <= offer.places),
  );
  expect(passed).toEqual([]);
}

describeOnPostgres('500 members with guests on 60 places', (open) => {
  it('never get more than there are, and what becomes free goes through the list in order', {
    timeout: 180_000,
  }, async () => {
    const club = await openAppointments(open);
    const label = await anAppointment(club, now, { capacity: 60 });
    const members = await addHolders(club, 500);
    const acts = actsAt(club, now);
    const answers = new Map<UserRow, string>();
    await forAll(members, async (member, index) => {
      // Every fifth party does not want to wait.
      const answer = await acts.register(member, label, { guests: (index * 7) % 4, wait: index % 5 > 0 });
      answers.set(member, answer);
    });
    await expectFair(club, label);
    expect(new Set(answers.values())).toEqual(new Set(['registered', 'waitlisted', 'full']));
    const registered = members.filter((member) => answers.get(member) === 'registered');
    await forAll(registered.slice(0, 12), (member) => acts.cancel(member, label));
    await expectFair(club, label);
    const offered = (await ticketsOf(club, label)).filter(({ status }) => status === 'offered');
    const ofOffer = members.filter(({ id }) => offered.some(({ userId }) => userId === id));
    // Meanwhile the job ends what nobody took.
    const later = actsAt(club, hours(23));
    await Promise.all([
      forAll(ofOffer, (member, index) =>
        index % 3 === 0 ? later.accept(member, label) : later.decline(member, label),
      ),
      endOffers(club, hours(25)),
      endOffers(club, hours(25)),
    ]);
    await expectFair(club, label);
  });
});

describeOnPostgres('a canceled appointment', (open) => {
  it('refunds each ticket once, while members cancel it themselves and two jobs run', { timeout: 60_000 }, async () => {
    const club = await openAppointments(open);
    const label = await anAppointment(club, now, { capacity: 40, price: 500n });
    const members = await addHolders(club, 40);
    const acts = actsAt(club, now);
    for (const member of members) await acts.register(member, label);
    for (const { orderLabel } of await ticketsOf(club, label)) await pay(club, orderLabel as string, 500n, now);
    await transaction(club.db, (tx) =>
      cancelAppointment(tx, club, { label, reason: { en: 'Storm', de: 'Sturm' } }, now),
    );
    const endAll = async () => {
      while (!(await endBatch(club, label, hours(1))));
    };
    await Promise.all([endAll(), endAll(), forAll(members.slice(0, 30), (member) => acts.cancel(member, label))]);
    expect(await club.db.$count(walletTransactions, eq(walletTransactions.type, 'refund'))).toBe(40);
    for (const { id } of members) expect((await getBalances(club.db, id, 'EUR')).available).toBe(500n);
    expect(await appointmentRow(club, label)).toMatchObject({ taken: 0, waiting: 0 });
    const { faults } = await verifyLedger(club, [listWalletFaults]);
    expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
  });
});
