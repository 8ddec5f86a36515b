/** Whatever happens to places and the waiting list, compared with the simplest program that could keep them. */
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CommandFailed } from '../../club/command';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { extent } from '../../extent.testing';
import type { UserRow } from '../../members/users';
import { actsAt, addHolders } from '../appointments.holders.testing';
import { endOffers } from '../appointments.housekeeping';
import { anAppointment, appointmentRow } from '../appointments.testing';
import { changeAppointment } from '../staff/change';
import { appointmentTickets } from './tickets.tables';

const start = new Date('2026-11-20T09:00:00Z');
const at = (hour: number) => new Date(start.getTime() + hour * 3600_000);
const offerHours = 24;
const people = 6;

interface Party {
  who: number;
  places: number;
  state: 'registered' | 'waitlisted' | 'offered' | 'canceled' | 'expired';
  until: number;
  declined: boolean;
}

interface Model {
  capacity: number;
  hour: number;
  /** In the order of their registration. */
  parties: Party[];
}

const operation = fc.record({
  kind: fc.constantFrom('register', 'register', 'register', 'cancel', 'accept', 'decline', 'wait', 'capacity'),
  who: fc.nat({ max: people - 1 }),
  guests: fc.nat({ max: 3 }),
  capacity: fc.integer({ min: 1, max: 7 }),
  hours: fc.constantFrom(1, 11, 25),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const isLive = ({ state }: Party) => state !== 'canceled' && state !== 'expired';
const holds = ({ state }: Party) => state === 'registered' || state === 'offered';
const freeOf = ({ capacity, parties }: Model) =>
  capacity - parties.filter(holds).reduce((sum, { places }) => sum + places, 0);

/** Returns the live ticket, or else the last one. */
const ticketOf = ({ parties }: Model, who: number): Party | undefined =>
  parties.find((party) => party.who === who && isLive(party)) ?? parties.filter((party) => party.who === who).at(-1);

function passOn(model: Model): void {
  for (const party of model.parties) {
    if (party.state !== 'waitlisted' || party.places > freeOf(model)) continue;
    party.state = 'offered';
    party.until = model.hour + offerHours;
  }
}

function end(model: Model, party: Party, state: 'canceled' | 'expired', declined = false): string {
  party.state = state;
  party.declined = declined;
  passOn(model);
  return state;
}

const expected: Record<Operation['kind'], (model: Model, operation: Operation) => string> = {
  register(model, { who, guests }) {
    const [old, places] = [ticketOf(model, who), 1 + guests];
    if (old && isLive(old)) return 'has_ticket';
    if (places > model.capacity) return 'too_large';
    const free = freeOf(model);
    const isFor = model.parties.some((party) => party.state === 'waitlisted' && party.places <= free);
    const state = !isFor && places <= free ? 'registered' : 'waitlisted';
    model.parties.push({ who, places, state, until: 0, declined: false });
    return state;
  },
  cancel(model, { who }) {
    const party = ticketOf(model, who);
    if (!party) return 'not_found';
    return isLive(party) ? end(model, party, 'canceled', party.state === 'offered') : party.state;
  },
  accept(model, { who }) {
    const party = ticketOf(model, who);
    if (!party) return 'not_found';
    if (party.state === 'expired' || (party.state === 'offered' && party.until <= model.hour)) return 'offer_expired';
    if (party.state !== 'offered') return 'no_offer';
    party.state = 'registered';
    return party.state;
  },
  decline(model, { who }) {
    const party = ticketOf(model, who);
    if (!party) return 'not_found';
    if (party.state === 'expired' || (party.state === 'canceled' && party.declined)) return party.state;
    return party.state === 'offered' ? end(model, party, 'canceled', true) : 'no_offer';
  },
  wait(model, { hours }) {
    model.hour += hours;
    for (const party of model.parties)
      if (party.state === 'offered' && party.until <= model.hour) party.state = 'expired';
    passOn(model);
    return 'done';
  },
  capacity(model, { capacity }) {
    if (capacity === model.capacity || capacity < model.capacity - freeOf(model)) return 'refused';
    model.capacity = capacity;
    passOn(model);
    return 'done';
  },
};

async function happen(
  club: TestDatabase,
  label: string,
  members: UserRow[],
  hour: number,
  { kind, ...given }: Operation,
) {
  const member = members[given.who] as UserRow;
  const acts = actsAt(club, at(hour));
  switch (kind) {
    case 'register':
      return acts.register(member, label, { guests: given.guests });
    case 'wait':
      await endOffers(club, at(hour + given.hours));
      return 'done';
    case 'capacity':
      return transaction(club.db, async (tx) => {
        await changeAppointment(tx, club, { label, wanted: { capacity: given.capacity } }, at(hour));
        return 'done';
      }).catch((error: unknown) => {
        if (error instanceof CommandFailed) return 'refused';
        throw error;
      });
    default:
      return acts[kind](member, label);
  }
}

async function statesOf(club: TestDatabase, label: string, members: UserRow[]) {
  const tickets = await club.db
    .select()
    .from(appointmentTickets)
    .where(eq(appointmentTickets.appointmentLabel, label))
    .orderBy(asc(appointmentTickets.id));
  return tickets.map(({ userId, places, status }) => [members.findIndex(({ id }) => id === userId), places, status]);
}

describeOnEachDatabase('places and the waiting list', (open) => {
  it('follow the model', { timeout: extent(60_000, 1_200_000) }, async () => {
    const club = await open();
    const members = await addHolders(club, people);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 24 }), async (operations) => {
        const endsAt = { startsAt: at(9000), cancelableUntil: at(9000) };
        const label = await anAppointment(club, start, { capacity: 4, ...endsAt });
        const model: Model = { capacity: 4, hour: 0, parties: [] };
        for (const one of operations) {
          const answer = await happen(club, label, members, model.hour, one);
          expect(answer, JSON.stringify(one)).toBe(expected[one.kind](model, one));
          expect(await statesOf(club, label, members)).toEqual(
            model.parties.map(({ who, places, state }) => [who, places, state]),
          );
          const { taken, waiting } = await appointmentRow(club, label);
          const list = model.parties.filter(({ state }) => state === 'waitlisted');
          expect([taken, waiting]).toEqual([model.capacity - freeOf(model), list.length]);
        }
      }),
      { numRuns: extent(6, 200) },
    );
  });
});
