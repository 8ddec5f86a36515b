/** Seeds the tickets of the demo club: each status, in the language of its member, about what they really have. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { TicketReference } from '../../contract/support-tickets';
import type { Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { plantNumber } from '../../growing/growing';
import { growingLosses, growingPlants } from '../../growing/plants/plants.tables';
import { users } from '../../members/members.tables';
import type { NewNotification } from '../../notifications/notifications';
import { supportConfig } from '../../support-config';
import { walletOrders } from '../../wallet/orders/orders.tables';
import { walletTransactions } from '../../wallet/transactions/transactions.tables';
import { walletWithdrawals } from '../../wallet/withdrawals/withdrawals.tables';
import { seedFile } from '../attachments/attachments.seed';
import { addMessage, noteFirstReply, openTicket, setStatus, type TicketRow } from './ticket-steps';
import { closingText, replyNotice } from './tickets.notices';
import { english, german, ofNewcomer, type SeedTicket } from './tickets.seed-texts';
import { supportMessages, supportTickets } from './tickets.tables';
import { lastOpening, workingMinutes } from './working-time';

const hourMs = 60 * 60_000;
const authors = [
  { email: 'anna@example.org', language: 'de' as const, tickets: german },
  { email: 'ben@example.org', language: 'en' as const, tickets: english },
  { email: 'clara@example.org', language: 'de' as const, tickets: ofNewcomer },
];

/** Opens the tickets of the demo accounts. Does nothing if there are any. Nobody is told. */
export async function seedTickets({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await tx.$count(supportTickets)) > 0) return;
    const staffId = await findId(tx, 'greta@example.org');
    for (const { email, language, tickets } of authors) {
      const userId = await findId(tx, email);
      if (!userId || !staffId) continue;
      let before: TicketRow | null = null;
      // The list begins with the newest, but the numbers begin with the oldest.
      for (const ticket of [...tickets].reverse()) {
        const followsId: number | null = ticket.follows && before ? before.id : null;
        before = await seedTicket(tx, ticket, { userId, staffId, followsId, language }, now);
      }
    }
  });
}

const findId = async (tx: Tx, email: string): Promise<number | undefined> =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id;

interface People {
  userId: number;
  staffId: number;
  followsId: number | null;
  language: 'en' | 'de';
}

async function seedTicket(tx: Tx, seed: SeedTicket, people: People, now: Date): Promise<TicketRow> {
  const { userId, staffId, followsId, language } = people;
  const { category, subject, text, files = [] } = seed;
  let at = beginningOf(seed, now);
  const reference = seed.about ? await findNewest(tx, userId, seed.about, at) : null;
  let ticket = await openTicket(tx, { userId, category, subject, reference, followsId }, at);
  const attachments: string[] = [];
  for (const file of files) attachments.push(await seedFile(tx, userId, file, at));
  await addMessage(tx, ticket, { author: 'member', body: text, attachments }, at);
  for (const { by, after, text: body, close, keepOpen } of seed.steps) {
    at = new Date(at.getTime() + after * hourMs);
    if (by === 'staff' && ticket.status === 'new') ticket = await setStatus(tx, ticket, 'open', at);
    if (by === 'member' && ticket.status === 'waiting_for_customer') ticket = await setStatus(tx, ticket, 'open', at);
    if (by === 'time') await addMessage(tx, ticket, { author: 'club', body: closingText(language) }, at);
    else if (body) await addMessage(tx, ticket, { author: by, ...(by === 'staff' && { staffId }), body }, at);
    if (by === 'staff' && body) {
      await noteFirstReply(tx, ticket, workingMinutes(ticket.createdAt, at, supportConfig().office_hours), at);
      if (!keepOpen && !close) ticket = await setStatus(tx, ticket, 'waiting_for_customer', at);
    }
    if (close || by === 'time') ticket = await setStatus(tx, ticket, 'closed', at, by);
  }
  return finish(tx, seed, ticket, staffId);
}

/** A ticket with answers begins when the office opens, so that its answers are within the office hours. */
function beginningOf({ hoursAgo, steps }: SeedTicket, now: Date): Date {
  const asked = new Date(now.getTime() - hoursAgo * hourMs);
  return steps.length > 0 ? lastOpening(asked, supportConfig().office_hours) : asked;
}

/** Sets what came beside the messages: the read mark, the rating, and who works on it. */
async function finish(tx: Tx, { unread, rating, urgent }: SeedTicket, { id }: TicketRow, staffId: number) {
  const [{ replies } = { replies: 0 }] = await tx
    .select({ replies: supportTickets.replies })
    .from(supportTickets)
    .where(eq(supportTickets.id, id));
  const [finished] = await tx
    .update(supportTickets)
    .set({
      seenReplies: unread ? replies - 1 : replies,
      assignedTo: replies > 0 ? staffId : null,
      ...(urgent && { priority: 'urgent' as const }),
      ...(rating && { ratingGood: rating.good, ratingComment: rating.comment ?? null }),
    })
    .where(eq(supportTickets.id, id))
    .returning();
  if (!finished) throw new Error('The ticket was not written.');
  return finished;
}

const sources = {
  order: { table: walletOrders, since: walletOrders.createdAt },
  withdrawal: { table: walletWithdrawals, since: walletWithdrawals.requestedAt },
  transaction: { table: walletTransactions, since: walletTransactions.bookedAt },
};

/** Returns the newest of the member's own that was there at a time. */
async function findNewest(
  db: Queryable,
  userId: number,
  kind: NonNullable<SeedTicket['about']>,
  at: Date,
): Promise<TicketReference | null> {
  if (kind === 'plant' || kind === 'lost_plant') return findPlant(db, userId, kind === 'lost_plant', at);
  const { table, since } = sources[kind];
  const [found] = await db
    .select({ label: table.label })
    .from(table)
    .where(and(eq(table.userId, userId), lte(since, at)))
    .orderBy(desc(since), asc(table.label))
    .limit(1);
  return found ? { kind, label: found.label } : null;
}

/** Returns the member's first plant, or the one that was lost last. */
async function findPlant(db: Queryable, userId: number, isLost: boolean, at: Date): Promise<TicketReference | null> {
  const { roomCode, position, purchasedAt, returnedAt } = growingPlants;
  const { lostAt } = growingLosses;
  const [plant] = await db
    .select({ roomCode, position })
    .from(growingPlants)
    .leftJoin(
      growingLosses,
      and(eq(growingLosses.roomCode, roomCode), eq(growingLosses.position, position), lte(lostAt, at)),
    )
    .where(
      and(
        ...[eq(growingPlants.userId, userId), isNull(returnedAt), lte(purchasedAt, at)],
        isLost ? isNotNull(lostAt) : undefined,
      ),
    )
    .orderBy(...(isLost ? [desc(lostAt)] : []), asc(roomCode), asc(position))
    .limit(1);
  return plant ? { kind: 'plant', label: plantNumber(plant.roomCode, plant.position) } : null;
}

/** Returns what the member was told of answers after `since`, the oldest first. */
export async function listTicketNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const rows = await tx
    .select({
      id: supportTickets.id,
      userId: supportTickets.userId,
      subject: supportTickets.subject,
      body: supportMessages.body,
      at: supportMessages.createdAt,
    })
    .from(supportMessages)
    .innerJoin(supportTickets, eq(supportTickets.id, supportMessages.ticketId))
    .where(
      and(
        eq(supportMessages.userId, userId),
        eq(supportMessages.author, 'staff'),
        gt(supportMessages.createdAt, since),
      ),
    )
    .orderBy(asc(supportMessages.createdAt), asc(supportMessages.id));
  return rows.map(({ body, at, ...ticket }) => replyNotice(ticket, body, [], at));
}
