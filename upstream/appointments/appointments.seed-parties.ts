/** Who comes to the appointments of the demo club. The same in every demo club of the same moment. */
import { createHash } from 'node:crypto';
import { and, asc, isNotNull, like } from 'drizzle-orm';
import { labelOf } from '../contract/labels';
import type { Tx } from '../database/database';
import { users } from '../members/members.tables';
import { dayOf, timeOn } from '../wallet/wallet';
import type { DemoAppointment, NamedParty } from './appointments.seed-texts';
import { codeOf } from './tickets/take-places';

const dayMs = 24 * 60 * 60_000;

export const labelFor = ({ slug }: DemoAppointment): string => labelOf('AP', numbersOf(`appointment ${slug}`, 8));

const numbersOf = (text: string, count: number): number[] => [
  ...createHash('sha256').update(text).digest().subarray(0, count),
];

/** Registration closes a day before an appointment at the farm. */
export function timesOf(demo: DemoAppointment, now: Date) {
  const [hours = 0, minutes = 0] = demo.from.split(':').map(Number);
  const day = dayOf(new Date(Date.parse(`${dayOf(now, demo.zone)}T12:00:00Z`) + demo.days * dayMs), 'UTC');
  const startsAt = timeOn(day, hours * 60 + minutes, demo.zone);
  const before = (days: number) => new Date(startsAt.getTime() - days * dayMs);
  return {
    startsAt,
    endsAt: new Date(startsAt.getTime() + demo.lasts * 60_000),
    registrationOpensAt: new Date(now.getTime() + demo.opens * dayMs),
    registrationClosesAt: demo.kind === 'onsite' ? before(1) : startsAt,
    cancelableUntil: before(demo.price ? 2 : 0),
  };
}

export interface DemoMember {
  id: number;
  name: string;
  email: string;
  since: Date;
}

export async function listDemoMembers(tx: Tx): Promise<DemoMember[]> {
  const { id, firstname, lastname, email, createdAt: since } = users;
  const rows = await tx
    .select({ id, firstname, lastname, email, since })
    .from(users)
    .where(and(like(email, '%@example.org'), isNotNull(users.emailVerifiedAt)))
    .orderBy(asc(id));
  return rows.map(({ firstname, lastname, ...row }) => ({ ...row, name: `${firstname} ${lastname}` }));
}

export interface DemoParty {
  code: string;
  userId: number;
  name: string;
  guests: string[];
  notes: string;
  createdAt: Date;
  waits: boolean;
  ends: NamedParty['ends'];
}

type Wish = Pick<DemoParty, 'userId' | 'name' | 'guests'> & { notes?: string | undefined; ends?: NamedParty['ends'] };

/** Returns the parties in the order of their registration: first those with places, then those that wait. */
export function listParties(demo: DemoAppointment, members: readonly DemoMember[], now: Date): DemoParty[] {
  const { startsAt, registrationOpensAt } = timesOf(demo, now);
  const wishes = listWishes(demo, members, registrationOpensAt);
  const until = Math.min(now.getTime(), startsAt.getTime() - 2 * dayMs) - dayMs / 4;
  const between = (until - registrationOpensAt.getTime()) / (wishes.length + 1);
  return wishes.map(({ notes = '', waits, ends, ...wish }, index) => ({
    ...{ ...wish, notes, waits, ends },
    code: codeOf(numbersOf(`ticket ${demo.slug} ${wish.userId}`, 12)),
    createdAt: new Date(Math.round(registrationOpensAt.getTime() + (index + 1) * between)),
  }));
}

/** The last party that gets places takes as many as are left, if others wait. */
function listWishes(
  demo: DemoAppointment,
  members: readonly DemoMember[],
  opensAt: Date,
): (Wish & { waits: boolean })[] {
  const others = othersOf(demo, members, opensAt);
  const named = (demo.named ?? []).flatMap((party) => namedWish(party, members));
  const isLate = ({ ends }: Wish) => ends === 'offered' || ends === 'waitlisted';
  const placed: Wish[] = [];
  let free = demo.capacity;
  for (const wish of [...named.filter((one) => !isLate(one)), ...others.slice(0, demo.parties)]) {
    if (free === 0) break;
    const guests = wish.guests.slice(0, free - 1);
    placed.push({ ...wish, guests });
    free -= 1 + guests.length;
  }
  // Not the named ones first, as in a list that somebody made up.
  if (placed.length > 3) placed.splice(3, 0, ...placed.splice(0, named.filter((one) => !isLate(one)).length));
  const waiting = [...named.filter(isLate), ...others.slice(demo.parties, demo.parties + (demo.waiting ?? 0))];
  return [
    ...placed.map((wish) => ({ ...wish, waits: false })),
    ...(demo.waiting ? waiting : []).map((wish) => ({ ...wish, waits: true })),
  ];
}

function namedWish({ email, guests = [], notes, ends }: NamedParty, members: readonly DemoMember[]): Wish[] {
  const member = members.find((one) => one.email === email);
  return member ? [{ userId: member.id, name: member.name, guests, notes, ends }] : [];
}

/** Other members who had joined by then, beginning at a place of the list that follows from the appointment. */
function othersOf({ slug }: DemoAppointment, members: readonly DemoMember[], opensAt: Date): Wish[] {
  const team = members.filter(({ email, since }) => /\d/.test(email) && since < opensAt);
  const [first = 0] = numbersOf(slug, 1);
  return team.map((_, index) => {
    const [member, next] = [team[(first + index * 7) % team.length], team[(first + index * 7 + 3) % team.length]];
    if (!member || !next) throw new Error('The team is not there');
    // A guest has the family name of the member.
    const guest = `${next.name.split(' ')[0]} ${member.name.split(' ').slice(1).join(' ')}`;
    return { userId: member.id, name: member.name, guests: index % 3 === 1 ? [guest] : [] };
  });
}
