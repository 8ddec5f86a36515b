import { sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aRoom, aSale, somePlants } from '../../growing/growing.testing';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { giveMoney, pastTriggers } from '../../wallet/wallet.testing';
import { listTickets } from './list-tickets';
import { getReference } from './references';
import { setStatus } from './ticket-steps';
import { after, anAnswer, aTicket, openMember, openSupport, type SupportMember, start } from './tickets.testing';

const page = { page: 1, perPage: 15 };

describeOnEachDatabase('the list of tickets', (open) => {
  let club: Club;
  let mia: SupportMember;
  beforeEach(async () => {
    club = await openSupport(open);
    mia = await openMember(club);
  });
  const numbers = async (query: string) => (await mia.list(query)).data.map(({ number }) => number);

  it('is empty at first', async () => {
    const counts = { new: 0, open: 0, waiting_for_customer: 0, closed: 0 };
    expect(await mia.list()).toMatchObject({ data: [], total: 0, from: null, counts });
  });

  it('has unread ones first, then the newest, by status and in pages', async () => {
    const greta = (await aStaffMember(club)).id;
    const noa = await openMember(club, 'noa@example.org');
    await aTicket(club, noa.id);
    const [first, second, third, fourth] = [
      await aTicket(club, mia.id, { now: after(1) }),
      await aTicket(club, mia.id, { now: after(2) }),
      await aTicket(club, mia.id, { now: after(3) }),
      // As new as the third, and with a larger number.
      await aTicket(club, mia.id, { now: after(3) }),
    ];
    await anAnswer(club, first, greta, after(4));
    await transaction(club.db, async (tx) => setStatus(tx, second, 'closed', after(5), 'member'));
    const ids = [first.id, fourth.id, third.id, second.id];
    expect(await numbers('')).toEqual(ids);
    const all = await mia.list('?per_page=3&page=2');
    expect(all).toMatchObject({ total: 4, last_page: 2, data: [{ id: second.id }] });
    for (const [at, size] of [
      [1, 2],
      [2, 2],
      [3, 1],
      [4, 1],
    ] as const)
      expect(await numbers(`?per_page=${size}&page=${at}`)).toEqual(ids.slice((at - 1) * size, at * size));
    expect(all.counts).toEqual({ new: 2, open: 0, waiting_for_customer: 1, closed: 1 });
    expect(await mia.list('?status=new')).toMatchObject({ total: 2, counts: all.counts });
    expect(await numbers('?status=new')).toEqual([fourth.id, third.id]);
    expect(await mia.list('?page=9')).toMatchObject({ data: [], total: 4, counts: all.counts });
    expect(await mia.list('?q=deposit&page=9')).toMatchObject({ data: [], total: 4, counts: all.counts });
    expect((await club.call('GET', '/support/tickets?status=old', { token: mia.token })).status).toBe(422);
    expect((await club.call('GET', '/support/tickets?q=a', { token: mia.token })).status).toBe(422);
  });

  it('has those of a topic that are not closed, however many newer ones there are', async () => {
    const oldest = (await mia.create({ category: 'privacy' })).body.id;
    const closed = (await mia.create({ category: 'privacy' })).body.id;
    await mia.close(closed);
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    for (const minutes of [1, 2, 3]) await aTicket(club, mia.id, { now: later(minutes) });
    const noa = await openMember(club, 'noa@example.org');
    await noa.create({ category: 'privacy' });
    expect(await numbers('?category=privacy&closed=0&per_page=1')).toEqual([oldest]);
    expect(await mia.list('?category=privacy')).toMatchObject({ total: 2, data: [{ id: closed }, { id: oldest }] });
    expect(await mia.list('?closed=0')).toMatchObject({ total: 4 });
    expect(await numbers('?closed=1')).toEqual([closed]);
    expect(await mia.list('?closed=1&status=new')).toMatchObject({ total: 0, data: [] });
  });

  it('is searched by the beginnings of words in subject and messages, by number and by reference', async () => {
    // As in a club, where numbers have four digits.
    await club.db.execute(sql`select setval('support_tickets_id_seq', 2000)`);
    const plain = await aTicket(club, mia.id, { subject: 'Überweisung fehlt', body: 'Seit Montag, 50,00 €.' });
    const other = await aTicket(club, mia.id, { subject: 'Harvest', body: "It's in B2: mites & moths?" });
    const label = await giveMoney(club, mia.id, 500n);
    const about = (await mia.create({ subject: 'About this', reference: { kind: 'transaction', label } })).body.id;
    const noa = await openMember(club, 'noa@example.org');
    await aTicket(club, noa.id, { subject: 'Überweisung fehlt' });
    const found: [query: string, ids: number[]][] = [
      ['uberweis', [plain.id]],
      ['ÜBERWEISUNG montag', [plain.id]],
      ['weisung', []],
      ['montag mites', []],
      ['moths harv', [other.id]],
      [`'; drop`, []],
      [`mites' | 'x`, []],
      ['&!:*', []],
      ['!!', []],
      [`#${plain.id}`, [plain.id]],
      [` ${other.id} `, [other.id]],
      [label.toLowerCase(), [about]],
      [label.slice(0, 8).replace('-', ' '), [about]],
      [label.slice(5), [about]],
      ['99999999999', []],
    ];
    for (const [query, ids] of found) {
      expect([query, await numbers(`?q=${encodeURIComponent(query)}`)]).toEqual([query, ids]);
    }
    expect(await mia.list('?q=harvest&status=closed')).toMatchObject({ total: 0 });
  });

  it('knows what of the member’s own a ticket is about, however it was typed', async () => {
    const noa = await openMember(club, 'noa@example.org');
    const label = await giveMoney(club, mia.id, 500n);
    await aRoom(club, 'B2', start, 100);
    const order = await somePlants(club, { userId: mia.id, sale: await aSale(club, start), quantity: 2 }, start);
    const typed = (kind: 'order' | 'withdrawal' | 'transaction' | 'plant', text: string, of = mia.id) =>
      getReference(club.db, of, { kind, label: text }, 'en').then(
        (read) => read.label,
        () => null,
      );
    expect(await typed('transaction', label.toLowerCase().replace('-', ' '))).toBe(label);
    expect(await typed('order', order)).toBe(order);
    expect(await typed('plant', 'b2 2')).toBe('B2-00002');
    expect(await typed('plant', 'b2 3')).toBeNull();
    expect(await typed('withdrawal', label)).toBeNull();
    expect(await typed('order', label)).toBeNull();
    for (const [kind, text] of [
      ['transaction', label],
      ['order', order],
      ['plant', 'B2-00001'],
    ] as const) {
      expect(await typed(kind, text, noa.id)).toBeNull();
    }
  });
});

/** Writes many tickets of a member past the triggers. One of them has the word “needle” in a message. */
const fill = (club: Club, userId: number, count: number) =>
  pastTriggers(club, async (tx) => {
    const status = sql`(array['new', 'open', 'closed', 'closed', 'closed'])[1 + n % 5]`;
    const at = sql`${start.toISOString()}::timestamptz - n * interval '1 minute'`;
    await tx.execute(sql`
      with tickets as (
        insert into support_tickets (user_id, category, subject, status, status_since, created_at, last_reply_at, closed_at, closed_by, messages, search)
        select ${userId}, 'other', 'My question ' || n, ${status}, ${at}, ${at}, ${at},
          case when n % 5 > 1 then ${at} end, case when n % 5 > 1 then 'staff' end, 4, array_to_tsvector(array[${userId} || ':my', ${userId} || ':question', ${userId} || ':' || n])
        from generate_series(1, ${count}::int) as n returning id, created_at)
      insert into support_messages (id, ticket_id, user_id, position, replies, author, body, created_at, search)
      select gen_random_uuid(), id, ${userId}, position, 0, 'member', 'Text', created_at,
        array_to_tsvector(array[${userId} || ':text', ${userId} || ':' || md5(id::text || position),
          ${userId} || case when row_number() over () = 1 then ':needle' else ':hay' end])
      from tickets cross join generate_series(1, 4) as position`);
    await tx.execute(sql`insert into support_ticket_counts (user_id, new_tickets, open_tickets, closed_tickets)
      select user_id, count(*) filter (where status = 'new'), count(*) filter (where status = 'open'), count(*) filter (where status = 'closed')
      from support_tickets where user_id = ${userId} group by user_id`);
  });

interface Statement {
  text: string;
  values: unknown[];
}

/** Returns the result of reading, and the statements that it sent. */
async function recorded<T>({ db }: Club, read: (db: Club['db']) => Promise<T>) {
  const sent = vi.spyOn(db.$client, 'query');
  try {
    const result = await read(db);
    const calls = sent.mock.calls as unknown as [{ text: string }, unknown[]][];
    const statements = calls.map(([{ text }, values]): Statement => ({ text, values }));
    // The queues ask for their jobs meanwhile.
    return { result, statements: statements.filter(({ text }) => text?.includes('support_')) };
  } finally {
    sent.mockRestore();
  }
}

describeOnPostgres('a long list of tickets', (open) => {
  it('is read along an index from the nearer end, by at most two statements, a common word by one more', {
    timeout: 240_000,
  }, async () => {
    const club = await openSupport(open);
    const [mia, noa] = [await club.addMember(), await club.addMember({ email: 'noa@example.org' })];
    await fill(club, mia.id, 5_000);
    await fill(club, noa.id, 20_000);
    await club.db.execute(sql`analyze support_tickets, support_messages, support_ticket_counts`);
    for (const line of [
      {},
      { status: 'closed' as const },
      { status: 'open' as const },
      { q: 'needle', shown: 1 },
      { q: 'OR-4GW', shown: 0 },
      { q: 'hay question', most: 3 },
      { q: 'hay question 4999', shown: 1 },
      { category: 'other' as const, closed: '0' as const },
    ]) {
      const { most = 2, shown = 15, ...wanted } = line;
      const { statements, result } = await recorded(club, (db) => listTickets(db, mia.id, { ...page, ...wanted }));
      expect(statements.length).toBeLessThanOrEqual(result.total > 0 ? most : 1);
      expect(result.data.length).toBe(shown);
    }
    for (const at of [1, 333]) {
      const { statements } = await recorded(club, (db) => listTickets(db, mia.id, { ...page, page: at }));
      const plan = await club.db.$client.query(`explain ${statements.at(-1)?.text}`, statements.at(-1)?.values);
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('support_tickets_of_member');
      expect(text).not.toContain('Sort');
    }
  });
});
