/** Searches in clubs drawn by chance, compared with the simplest program that could find tickets. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { extent } from '../../extent.testing';
import type { Club } from '../../identity/identity.testing';
import { pastTriggers } from '../../wallet/wallet.testing';
import { listTickets } from './list-tickets';
import { after, openSupport } from './tickets.testing';

interface Drawn {
  id: number;
  status: 'open' | 'closed';
  unread: boolean;
  label: string | null;
  minutes: number;
  texts: string[][];
}

/** How often a word is in the newer and in the older half of the tickets, in parts of 100. */
const frequency = fc.record({ newer: fc.constantFrom(0, 1, 30, 100), older: fc.constantFrom(0, 1, 30, 100) });
const words = ['hay', 'hayfork', 'mite', 'order'] as const;
const drawn = fc.record({
  count: fc.constantFrom(1, 63, 64, 65, 150, 600),
  frequencies: fc.tuple(frequency, frequency, frequency, frequency),
  /** Long tickets, of which a look reads only some. */
  messages: fc.constantFrom(1, 3, 12),
  seed: fc.integer(),
});
const asked = fc.array(
  fc.record({
    q: fc.constantFrom('hay', 'hayf', 'mite', 'HAY mit', 'mite order', 'hay zebra', 'or', 'OR-7', '3050', '!!'),
    status: fc.constantFrom(undefined, 'open' as const, 'closed' as const),
    page: fc.constantFrom(1, 2, 7, 11),
  }),
  { minLength: 6, maxLength: 6 },
);

/** Returns the same numbers from 0 to 99 for the same seed. */
function chances(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 16) % 100;
  };
}

type Draw = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function drawTickets({ count, frequencies, messages, seed }: Draw): Drawn[] {
  const chance = chances(seed);
  return Array.from({ length: count }, (_, at) => ({
    id: 3000 + at,
    status: chance() < 50 ? 'open' : 'closed',
    unread: chance() < 10,
    label: chance() < 5 ? `OR-${at}` : null,
    // Some are as new as others.
    minutes: Math.floor(at / 2),
    texts: Array.from({ length: messages + 1 }, (_, place) => [
      `text${place}`,
      ...words.filter(
        (_, which) => chance() * (messages + 1) < (frequencies[which]?.[at * 2 < count ? 'older' : 'newer'] ?? 0),
      ),
    ]),
  }));
}

const write = (club: Club, userId: number, tickets: Drawn[]) =>
  pastTriggers(club, async (tx) => {
    await tx.execute(sql`delete from support_messages`);
    await tx.execute(sql`delete from support_tickets`);
    const keyed = (texts: string[]) => texts.map((word) => `${userId}:${word}`);
    const rows = tickets.map(({ minutes, texts: [subject = [], ...messages], ...ticket }) => ({
      ...ticket,
      at: after(minutes).toISOString(),
      subject: keyed(subject),
      messages: messages.map((text, place) => ({ id: ticket.id, place: place + 1, words: keyed(text) })),
    }));
    const array = (name: string) => sql`array_to_tsvector(array(select jsonb_array_elements_text(row -> ${name})))`;
    await tx.execute(sql`
      insert into support_tickets (id, user_id, category, subject, reference_kind, reference_label, status, status_since,
          created_at, last_reply_at, closed_at, closed_by, messages, replies, search)
        overriding system value
        select (row ->> 'id')::int, ${userId}, 'other', 'A question', case when row ->> 'label' is not null then 'order' end,
          row ->> 'label', row ->> 'status', at, at, at, case when row ->> 'status' = 'closed' then at end,
          case when row ->> 'status' = 'closed' then 'staff' end, jsonb_array_length(row -> 'messages'),
          (row ->> 'unread')::boolean::int, ${array('subject')}
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row, lateral (select (row ->> 'at')::timestamptz as at) as time`);
    await tx.execute(sql`
      insert into support_messages (id, ticket_id, user_id, position, replies, author, body, created_at, search)
        select gen_random_uuid(), (row ->> 'id')::int, ${userId}, (row ->> 'place')::int, 0, 'member', 'Text', now(), ${array('words')}
        from jsonb_array_elements(${JSON.stringify(rows.flatMap(({ messages }) => messages))}::jsonb) as row`);
  });

/** Finds tickets by looking at each of them. */
function find(tickets: Drawn[], { q, status }: { q: string; status: string | undefined }): number[] {
  const sought = q.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const bare = q.toUpperCase().replace(/[\s#-]/g, '');
  return tickets
    .filter((ticket) => !status || ticket.status === status)
    .filter(
      ({ id, label, texts }) =>
        (sought.length > 0 && sought.every((word) => texts.flat().some((one) => one.startsWith(word)))) ||
        String(id) === bare ||
        (bare.length >= 3 && label?.replace('-', '').includes(bare)),
    )
    .sort((a, b) => Number(b.unread) - Number(a.unread) || b.minutes - a.minutes || b.id - a.id)
    .map(({ id }) => id);
}

describeOnEachDatabase('a search in tickets', (open) => {
  let club: Club;
  let userId: number;
  beforeAll(async () => {
    club = await openSupport(open);
    userId = (await club.addMember()).id;
  });

  it('finds what a look at each ticket finds, in the same order, up to 100', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(drawn, asked, async (draw, searches) => {
        const tickets = drawTickets(draw);
        await write(club, userId, tickets);
        for (const wanted of searches) {
          const right = find(tickets, wanted);
          const { data, total, has_more } = await listTickets(club.db, userId, { ...wanted, perPage: 10 });
          expect({ wanted, ids: data.map(({ id }) => id), total, has_more }).toEqual({
            wanted,
            ids: right.slice(0, 100).slice((wanted.page - 1) * 10, wanted.page * 10),
            total: Math.min(right.length, 100),
            has_more: right.length > 100,
          });
        }
      }),
      { numRuns: extent(12, 200) },
    );
  });
});
