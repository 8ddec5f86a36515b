/** What comes to a member soon after the sign-in, so that each module of the demo club shows life within two minutes. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { chatMessages } from '../chat/chat.tables';
import { CommandFailed } from '../club/command';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { isStaff } from '../members/permissions';
import type { UserRow } from '../members/users';
import { supportTickets } from '../support/tickets/tickets.tables';
import { reportTransfer } from '../wallet/wallet';
import { greeting } from './chatter.texts';
import type { Deed } from './diary';
import { answerFor, mostAnswers } from './helpdesk';
import type { Staff } from './staff';

const secondMs = 1000;
/** A sign-in is new for this long. After a restart of the server, members who were there before get nothing again. */
const soonMs = 120 * secondMs;
/** Minor units of euro. */
const transferred = 1000n;

interface Arriving {
  deps: Deps;
  staff: Staff;
  member: UserRow;
  now: Date;
}

/** In the order of time. */
const steps: { permission: string; afterMs: number; take(arriving: Arriving): Promise<Deed[]> }[] = [
  { permission: 'chat.view', afterMs: 40 * secondMs, take: greet },
  { permission: 'support.view', afterMs: 55 * secondMs, take: answerTicket },
  { permission: 'wallet.view', afterMs: 70 * secondMs, take: findOwner },
];

/** Returns arrivals whose `act` does what is due at `now`, for each present member once after a sign-in. */
export function createArrivals(deps: Deps, staffAt: (now: Date) => Staff) {
  /** When each present member signed in, and how many steps are done. */
  const arrived = new Map<number, { since: number; done: number }>();
  return {
    act: async (now: Date, present: Map<number, Date>): Promise<Deed[]> => {
      const deeds: Deed[] = [];
      for (const userId of arrived.keys()) if (!present.has(userId)) arrived.delete(userId);
      for (const [userId, signedIn] of present) {
        const since = signedIn.getTime();
        const isNew = now.getTime() - since < soonMs;
        const known = arrived.get(userId);
        const state = known?.since === since ? known : { since, done: isNew ? 0 : steps.length };
        arrived.set(userId, state);
        const step = steps[state.done];
        if (!step || now.getTime() - since < step.afterMs) continue;
        state.done++;
        const [member] = await deps.db.select().from(users).where(eq(users.id, userId));
        if (!member || isStaff(member) || !member.permissions.includes(step.permission)) continue;
        deeds.push(...(await step.take({ deps, staff: staffAt(now), member, now }).catch(nothing)));
      }
      return deeds;
    },
  };
}

/** The rules of the club did not allow it. */
function nothing(error: unknown): Deed[] {
  if (error instanceof CommandFailed) return [];
  throw error;
}

/** The growing team writes in the chat, once to each member. */
async function greet({ deps, staff, member: { id: userId, language } }: Arriving): Promise<Deed[]> {
  const isGreeting = inArray(chatMessages.body, Object.values(greeting));
  const toMember = and(eq(chatMessages.userId, userId), eq(chatMessages.author, 'club'), isGreeting);
  if ((await deps.db.$count(chatMessages, toMember)) > 0) return [];
  const { data } = await staff('greta', 'chat send', { whom: String(userId), as: 'garden', text: greeting[language] });
  return [{ what: 'chat', userId, path: `/chat/${data.conversation}` }];
}

/** The staff answer a ticket that has waited since before. */
async function answerTicket({ deps, staff, member }: Arriving): Promise<Deed[]> {
  const { userId, status, lastReplyAt, replies, id } = supportTickets;
  const isWaiting = and(eq(userId, member.id), inArray(status, ['new', 'open']), lt(replies, mostAnswers));
  const [ticket] = await deps.db
    .select()
    .from(supportTickets)
    .where(isWaiting)
    .orderBy(desc(lastReplyAt), desc(id))
    .limit(1);
  if (!ticket) return [];
  const number = String(ticket.id);
  await staff('greta', 'ticket reply', { number, text: answerFor(ticket, member) });
  return [{ what: 'ticket', userId: member.id, name: number, path: `/support/ticket/${number}` }];
}

/** A transfer without the number of an order arrives, and the staff find out whose it is. */
async function findOwner({ deps, staff, member, now }: Arriving): Promise<Deed[]> {
  const name = `${member.firstname} ${member.lastname}`;
  const transfer = { name, remittance: `${name} ${now.toISOString()}`, amount: transferred };
  const id = await reportTransfer(deps, transfer, now);
  const reason = 'The payer has the name of the member.';
  await staff('greta', 'payments assign', { id: String(id), to: String(member.id), reason });
  return [{ what: 'deposit', userId: member.id, path: '/financial/transactions' }];
}
