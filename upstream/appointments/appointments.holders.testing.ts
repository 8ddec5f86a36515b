/** Many members without a sign-in, who register through the domain, for tests. */
import { asc, eq } from 'drizzle-orm';
import type { Ticket } from '../contract/appointments-tickets';
import type { Verification } from '../contract/verification';
import type { TestDatabase } from '../database/database.testing';
import { Conflict, NotFound } from '../http/problems';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import { memberPermissions } from '../members/permissions';
import type { UserRow } from '../members/users';
import { newKey } from '../wallet/orders/orders.testing';
import { appointmentMessages } from './notices/messages.tables';
import { cancelTicket } from './tickets/cancel';
import { acceptOffer, declineOffer } from './tickets/offers';
import { registerTicket } from './tickets/register';

let added = 0;

export async function addHolders({ db }: Pick<TestDatabase, 'db'>, count: number): Promise<UserRow[]> {
  const at = new Date(0);
  const rows = Array.from({ length: count }, () => {
    const number = ++added;
    const names = { firstname: 'Mia', lastname: 'Muster', refHash: `holder${number}` };
    const email = `holder.${number}@example.org`;
    const times = { createdAt: at, updatedAt: at, emailVerifiedAt: at };
    return { ...names, email, language: 'en' as const, permissions: memberPermissions, ...times };
  });
  const written = await db.insert(users).values(rows).returning();
  return written.sort((one, other) => one.id - other.id);
}

const callerAt = (now: Date): Caller => ({
  ...{ ip: null, requestId: 'test', language: 'en', now, userAgent: null, deviceTokens: [] },
});

const nothing: Verification = { verification_method: 'none', verification_code: '' };

/** The acts of members at a time. Each returns the status of the ticket, or the code of a conflict. */
export function actsAt(club: TestDatabase, now: Date) {
  const caller = callerAt(now);
  const by = () => ({ key: newKey(), given: nothing });
  return {
    register: (user: UserRow, label: string, { guests = 0, wait = true } = {}) => {
      const party = { name: 'Mia Muster', guests: Array<string>(guests).fill('Ida'), notes: '' };
      const registration = { label, ...party, overlap: true, wait, fromBalance: 0n };
      return statusOf(registerTicket(club, user, registration, by(), caller).then(({ body }) => body));
    },
    accept: (user: UserRow, label: string) =>
      statusOf(acceptOffer(club, user, { label, fromBalance: 0n }, by(), caller).then(({ body }) => body)),
    decline: (user: UserRow, label: string) => statusOf(declineOffer(club, user.id, label, caller)),
    cancel: (user: UserRow, label: string) => statusOf(cancelTicket(club, user.id, label, caller)),
  };
}

const statusOf = (ticket: Promise<Ticket>): Promise<string> =>
  ticket.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof Conflict) return String(error.body.code);
      if (error instanceof NotFound) return 'not_found';
      throw error;
    },
  );

/** Returns the events of the messages of an appointment, in their order. */
export const messagesOf = async ({ db }: Pick<TestDatabase, 'db'>, label: string) =>
  (
    await db
      .select()
      .from(appointmentMessages)
      .where(eq(appointmentMessages.appointmentLabel, label))
      .orderBy(asc(appointmentMessages.id))
  ).map(({ event }) => event);
