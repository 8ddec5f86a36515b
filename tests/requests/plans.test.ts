import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostgresReachable, type Place } from '../../upstream/database/templates.testing';
import { type Club, startClub } from '../support/club';
import { addressesOf, countingStatements, MOST, type Statement, takeStatements } from '../support/counted-pages';
import { type LargeClub, pretendLargeClub } from '../support/large-club';
import { writeMessages } from '../support/long-lists';
import { faultsOf, type PlanNode } from '../support/plan-faults';
import { copyClubOnPostgres } from '../support/snapshot-on-postgres';
import { Visitor } from '../support/visitor';

type Asked = Pick<Statement, 'text' | 'values'>;

const isWithoutIndex = (fault: string) => fault.startsWith('Seq Scan');
/** Words are stored with their member's number (search-words.ts), so they are far fewer than PostgreSQL can know. */
const findsOwnWords = ({ text }: Asked) => text.includes('"search" @@ ');
const skipped = !(await isPostgresReachable()) && process.env.REQUIRE_POSTGRES !== '1';

describe.skipIf(skipped)('in a club of a million members and a hundred million postings', () => {
  const anna = { email: 'anna@example.org', password: 'almende-demo' };
  let place: Place;
  let client: pg.Client;
  let large: LargeClub;
  const sent = new Map<string, Statement[]>();

  beforeAll(async () => {
    place = await copyClubOnPostgres();
    client = new pg.Client({ connectionString: place.config.databaseUrl });
    await client.connect();
    const club = await startClub({ ...countingStatements, DATABASE_URL: place.config.databaseUrl });
    try {
      await collect(club);
    } finally {
      await club.stop();
    }
    large = await pretendLargeClub(client);
  }, 300_000);
  afterAll(async () => {
    await client?.end();
    await place?.remove();
  });

  async function collect(club: Club) {
    const visitor = new Visitor(club.url);
    await visitor.signIn(anna);
    const addresses = addressesOf(club, anna.email);
    // A ticket has a second page.
    await writeMessages(club, await addresses.findOpenTicket(), 25);
    for (const page of Object.keys(MOST)) {
      const path = await addresses.of(page);
      await takeStatements(club);
      expect((await visitor.get(path)).status).toBe(200);
      sent.set(page, await takeStatements(club));
    }
  }

  async function explain({ text, values }: Asked): Promise<PlanNode> {
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values });
    return rows[0]['QUERY PLAN'][0].Plan;
  }

  /** Where an index is possible, PostgreSQL chooses one. For an empty table a whole scan would be cheaper. */
  async function explainByIndex(statement: Asked): Promise<PlanNode> {
    await client.query('set enable_seqscan = off');
    try {
      return await explain(statement);
    } finally {
      await client.query('reset enable_seqscan');
    }
  }

  async function findFaults(statement: Asked): Promise<string[]> {
    const faults = faultsOf(await explain(statement), (table) => large.grown.has(table));
    return [
      ...(findsOwnWords(statement) ? faults.filter((fault) => !/^Aggregate of/.test(fault)) : faults),
      // In an empty table all indexes are equal, so only their lack says something.
      ...faultsOf(await explainByIndex(statement), (table) => large.empty.has(table)).filter(isWithoutIndex),
    ];
  }

  it.each(Object.keys(MOST))('%s has no plan that grows with the club', async (page) => {
    const statements = (sent.get(page) ?? []).filter(({ text }) => /^(with|select|insert|update|delete)\b/i.test(text));
    expect(statements.length).toBeGreaterThan(0);
    const faults: string[] = [];
    for (const statement of statements) {
      const found = await findFaults(statement);
      if (found.length > 0) faults.push(`${found.join('; ')}\n  ${statement.text}`);
    }
    expect(faults).toEqual([]);
  });

  it.each(['/dashboard', '/financial'])('%s asks the database twice: for the member, and for all else', (page) => {
    expect(new Set(sent.get(page)?.map(({ write }) => write)).size).toBe(2);
  });

  it.each([
    ['select * from ledger_postings where amount = 1', 'Seq Scan of all of ledger_postings'],
    ['select * from chat_messages order by body', 'Seq Scan of all of chat_messages'],
    ['select * from push_tokens order by last_seen_at', 'Seq Scan of all of push_tokens'],
    ['select * from wallet_orders where user_id > 7 order by created_at', /^Sort of \d{6,} rows/],
  ])('would catch %s', async (text, fault) => {
    expect(await findFaults({ text, values: [] })).toContainEqual(expect.stringMatching(fault));
  });
});
