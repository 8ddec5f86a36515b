/** What the other members of the demo club do with appointments. The demo accounts act only by themselves. */
import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Verification } from '../contract/verification';
import type { Deps } from '../deps';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import type { UserRow } from '../members/users';
import { appointments } from './appointments.tables';
import { acceptOffer } from './tickets/offers';
import { registerTicket } from './tickets/register';
import { appointmentTickets } from './tickets/tickets.tables';

/** The members of the demo team have a number in their address; those who sign in have none. */
const isOfTeam = sql<boolean>`${users.email} ~ '^[a-z.]+\\.[0-9]+@example\\.org$'`;
/** Some places stay for those who try the demo. */
const mostTaken = 0.9;
/** What costs nothing needs no verification. */
const nothing: Verification = { verification_method: 'none', verification_code: '' };

/** Takes the oldest place that is offered to one of them, or registers one of them. Returns false without either. */
export async function visitAppointments(deps: Deps, now: Date): Promise<boolean> {
  const offer = await findOffer(deps, now);
  if (offer) {
    const by = { key: randomUUID(), given: nothing };
    await acceptOffer(deps, offer.user, { label: offer.label, fromBalance: 0n }, by, callerFor(offer.user, now));
    return true;
  }
  const open = await listOpen(deps, now);
  const label = open.length > 0 ? open[randomInt(open.length)]?.label : undefined;
  const user = label && (await findVisitor(deps, label));
  if (!user) return false;
  const party = { name: `${user.firstname} ${user.lastname}`, guests: [], notes: '' };
  const registration = { label, ...party, overlap: true, wait: true, fromBalance: 0n };
  await registerTicket(deps, user, registration, { key: randomUUID(), given: nothing }, callerFor(user, now));
  return true;
}

async function findOffer({ db }: Deps, now: Date): Promise<{ user: UserRow; label: string } | undefined> {
  const { status, offerExpiresAt, appointmentLabel: label, userId, id } = appointmentTickets;
  const [found] = await db
    .select({ user: users, label })
    .from(appointmentTickets)
    .innerJoin(users, eq(users.id, userId))
    .innerJoin(appointments, eq(appointments.label, label))
    .where(
      and(
        eq(status, 'offered'),
        gt(offerExpiresAt, now),
        isNull(appointments.price),
        isOfTeam,
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(id))
    .limit(1);
  return found;
}

/** Returns the appointments with places left that cost nothing. */
const listOpen = ({ db }: Deps, now: Date) => {
  const { label, price, canceledAt, startsAt, registrationOpensAt, registrationClosesAt, taken, capacity } =
    appointments;
  const hasPlaces = sql`${taken} < ${capacity} * ${mostTaken}::float8`;
  const isOpen = and(lte(registrationOpensAt, now), gt(registrationClosesAt, now), gt(startsAt, now));
  return db
    .select({ label })
    .from(appointments)
    .where(and(isOpen, isNull(canceledAt), isNull(price), hasPlaces))
    .orderBy(asc(startsAt), asc(label));
};

/** Returns a member of the team without a ticket for it, another one each time. */
async function findVisitor({ db }: Deps, label: string): Promise<UserRow | undefined> {
  const { appointmentLabel, userId } = appointmentTickets;
  const held = db
    .select({ id: appointmentTickets.id })
    .from(appointmentTickets)
    .where(and(eq(appointmentLabel, label), eq(userId, users.id)));
  const isFree = and(isOfTeam, isNull(users.deletedAt), sql`not exists ${held}`);
  const count = await db.$count(users, isFree);
  if (count === 0) return undefined;
  const [found] = await db.select().from(users).where(isFree).orderBy(asc(users.id)).limit(1).offset(randomInt(count));
  return found;
}

const callerFor = ({ language }: UserRow, now: Date): Caller => ({
  ...{ ip: null, requestId: `demo-${randomUUID()}`, language, now, userAgent: null, deviceTokens: [] },
});
