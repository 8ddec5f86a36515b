/** What happens to a ticket at one moment. */
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { extent } from '../../extent.testing';
import { HttpProblem } from '../../http/problems';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { closeTicket, markAsRead, rateTicket, reopenTicket } from './member-steps';
import { closeAsStaff, lockForStaff, replyAsStaff, TicketRefused } from './staff-steps';
import { lockTicket, setStatus } from './ticket-steps';
import { tidyTickets } from './tickets.housekeeping';
import { supportMessages, supportTickets } from './tickets.tables';
import { after, anAnswer, aTicket, days, newKey, openSupport } from './tickets.testing';
import { type Acting, replyToTicket } from './write';

/** The steps of one ticket, past the calls, so that only the steps race. */
async function aHelpdesk(club: Club) {
  const mia = await club.addMember();
  const greta = (await aStaffMember(club)).id;
  const acting = (minutes: number): Acting => ({
    ...{ userId: mia.id, ip: null, requestId: 'r', language: 'en' },
    now: after(minutes),
  });
  const asStaff = <T>(
    id: number,
    step: (tx: Parameters<typeof lockForStaff>[0], ticket: Awaited<ReturnType<typeof lockForStaff>>) => Promise<T>,
  ) => transaction(club.db, async (tx) => step(tx, await lockForStaff(tx, id)));
  return {
    mia,
    greta,
    acting,
    reply: (id: number, minutes: number, more: { key?: string; close?: boolean; seen?: 'open' } = {}) =>
      replyToTicket(
        club,
        id,
        { message: 'Hello?', attachments: [], close: more.close ?? false, seen_status: more.seen },
        more.key ?? newKey(),
        acting(minutes),
      ),
    answer: (id: number, minutes: number) =>
      asStaff(id, (tx, ticket) => replyAsStaff(tx, club, ticket, { staffId: greta, body: 'Yes.' }, after(minutes))),
    shut: (id: number, minutes: number) =>
      asStaff(id, (tx, ticket) => closeAsStaff(tx, club, ticket, { staffId: greta, body: null }, after(minutes))),
    read: async (id: number) => {
      const [ticket] = await club.db.select().from(supportTickets).where(eq(supportTickets.id, id));
      const messages = await club.db
        .select()
        .from(supportMessages)
        .where(eq(supportMessages.ticketId, id))
        .orderBy(asc(supportMessages.position));
      if (!ticket) throw new Error('The ticket is gone.');
      return { ...ticket, conversation: messages };
    },
  };
}

/** Numbers that tickets and messages give when they are counted anew. Nothing here is right by construction. */
const recount = sql`
  select t.id from support_tickets t
    left join lateral (select count(*) as messages, count(*) filter (where author <> 'member') as replies,
      max(position) as last, max(created_at) as at from support_messages m where m.ticket_id = t.id) as m on true
    where t.messages <> m.messages or t.replies <> m.replies or m.last <> m.messages or t.last_reply_at < m.at
      or t.unread_count <> (select count(*) from support_messages m where m.ticket_id = t.id and author <> 'member'
        and m.replies > t.seen_replies)
  union all
  select c.user_id from support_ticket_counts c
    left join lateral (select count(*) filter (where status = 'new') as n, count(*) filter (where status = 'open') as o,
      count(*) filter (where status = 'waiting_for_customer') as w, count(*) filter (where status = 'closed') as z,
      coalesce(sum(unread_count), 0) as u from support_tickets t where t.user_id = c.user_id) as t on true
    where (c.new_tickets, c.open_tickets, c.waiting_tickets, c.closed_tickets, c.unread_replies) <> (t.n, t.o, t.w, t.z, t.u)`;

const listMiscounted = async ({ db }: Club) => (await db.execute(recount)).rows;

/** What the rules refuse is no fault of a race. */
const allowed = (error: unknown) => {
  if (error instanceof TicketRefused || error instanceof HttpProblem) return;
  throw error;
};

const kinds = ['reply', 'answer', 'shut', 'close', 'reopen', 'read', 'rate', 'tidy', 'open', 'replyAndClose'] as const;
const operation = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat({ max: 50 }),
  pause: fc.constantFrom(1, 60, days(8), days(14), days(15)),
});

async function perform(
  club: Club,
  desk: Awaited<ReturnType<typeof aHelpdesk>>,
  one: { kind: string; pick: number },
  minutes: number,
) {
  const tickets = await club.db.select({ id: supportTickets.id }).from(supportTickets).orderBy(asc(supportTickets.id));
  const id = tickets[one.pick % tickets.length]?.id ?? 0;
  const acting = desk.acting(minutes);
  const steps: Record<(typeof kinds)[number], () => Promise<unknown>> = {
    reply: () => desk.reply(id, minutes),
    replyAndClose: () => desk.reply(id, minutes, { close: true }),
    answer: () => desk.answer(id, minutes),
    shut: () => desk.shut(id, minutes),
    close: () => closeTicket(club, id, acting),
    reopen: () => reopenTicket(club, id, acting),
    rate: () => rateTicket(club, id, { good: one.pick % 2 === 0 }, acting),
    tidy: () => tidyTickets(club, after(minutes)),
    open: () => aTicket(club, desk.mia.id, { now: after(minutes) }),
    read: async () => {
      const { conversation } = await desk.read(id);
      const seen = conversation[one.pick % conversation.length];
      if (seen) await markAsRead(club, id, seen.id, acting);
    },
  };
  await steps[one.kind as (typeof kinds)[number]]().catch(allowed);
}

describeOnEachDatabase('whatever happens to tickets, in any order,', (open) => {
  it('counts, read marks and follow-ups are right', { timeout: 300_000 }, async () => {
    const club = await openSupport(open);
    await fc.assert(
      fc
        .asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30, size: 'max' }), async (operations) => {
          const desk = await aHelpdesk(club);
          await aTicket(club, desk.mia.id);
          let minutes = 0;
          for (const one of operations) {
            minutes += one.pause;
            await perform(club, desk, one, minutes);
            expect(await listMiscounted(club)).toEqual([]);
          }
        })
        .afterEach(() => club.empty()),
      { numRuns: extent(8, 100) },
    );
  });
});

describeOnPostgres('at one moment', (open) => {
  let club: Club;
  let desk: Awaited<ReturnType<typeof aHelpdesk>>;
  let id: number;
  beforeEach(async () => {
    club = await openSupport(open);
    desk = await aHelpdesk(club);
    id = (await aTicket(club, desk.mia.id)).id;
  });

  it('twenty replies with one key are one message', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.reply(id, 1, { key })));
    expect(answers.filter(({ isRepeated }) => isRepeated)).toHaveLength(19);
    expect((await desk.read(id)).conversation).toHaveLength(2);
  });

  it('twenty replies with keys of their own are twenty messages in one row', async () => {
    await Promise.all(Array.from({ length: 20 }, () => desk.reply(id, 1)));
    const { conversation } = await desk.read(id);
    expect(conversation.map(({ position }) => position)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  });

  it('a reply that staff close before keeps its text, and one after opens the ticket again', async () => {
    const commit = await holding(club.db, async (tx) => {
      const ticket = await lockForStaff(tx, id);
      await closeAsStaff(tx, club, ticket, { staffId: desk.greta, body: null }, after(2));
    });
    // Its request began before the ticket was closed.
    const refused = expect(desk.reply(id, 1, { seen: 'open' })).rejects.toMatchObject({
      body: { code: 'ticket_closed' },
    });
    await untilWaiting(club.db, 1);
    await commit();
    await refused;
    expect((await desk.read(id)).conversation).toHaveLength(1);
    await desk.reply(id, 1);
    expect(await desk.read(id)).toMatchObject({ status: 'open', statusSince: after(2) });
  });

  it('two closings are one, and a reply beside them is not lost', async () => {
    await Promise.all([
      closeTicket(club, id, desk.acting(1)),
      closeTicket(club, id, desk.acting(1)),
      desk.shut(id, 1).catch(allowed),
      desk.reply(id, 1),
    ]);
    const { conversation } = await desk.read(id);
    expect(conversation).toHaveLength(2);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('ten replies to an old ticket begin one follow-up, which has them all', async () => {
    await transaction(club.db, async (tx) => {
      const ticket = await lockTicket(tx, id);
      if (ticket) await setStatus(tx, ticket, 'closed', after(1), 'staff');
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.reply(id, days(30))));
    const [next, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    expect((await desk.read(next ?? 0)).conversation).toHaveLength(10);
    expect((await desk.read(id)).conversation).toHaveLength(1);
  });

  it('a read mark leaves a reply unread that comes while it is set, in either order', async () => {
    await anAnswer(club, (await desk.read(id)) as never, desk.greta, after(1));
    const seen = (await desk.read(id)).conversation.at(-1)?.id ?? '';
    const reply = async (tx: Parameters<typeof lockForStaff>[0], minutes: number) => {
      const ticket = await lockForStaff(tx, id);
      await replyAsStaff(tx, club, ticket, { staffId: desk.greta, body: 'And this.' }, after(minutes));
    };
    const commit = await holding(club.db, (tx) => reply(tx, 2));
    const marked = markAsRead(club, id, seen, desk.acting(3));
    await untilWaiting(club.db, 1);
    await commit();
    await marked;
    expect((await desk.read(id)).unreadCount).toBe(1);
    const newest = (await desk.read(id)).conversation.at(-1)?.id ?? '';
    await Promise.all([transaction(club.db, (tx) => reply(tx, 4)), markAsRead(club, id, newest, desk.acting(4))]);
    expect((await desk.read(id)).unreadCount).toBe(1);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('members and staff never wait for each other forever, and all counts are right', {
    timeout: 120_000,
  }, async () => {
    const others = [id];
    for (let i = 0; i < 3; i++) others.push((await aTicket(club, desk.mia.id)).id);
    for (let round = 1; round <= 5; round++) {
      await Promise.all(
        kinds.flatMap((kind, at) =>
          others.map((_, pick) => perform(club, desk, { kind, pick: pick + at }, round * days(3))),
        ),
      );
      expect(await listMiscounted(club)).toEqual([]);
    }
  });
});
