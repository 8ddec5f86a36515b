import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { bookEntry, getBalances, type NewEntry } from './ledger';
import { addMember, book, deposit, listing, now } from './ledger.testing';

const salt = `decode(repeat('00', 32), 'hex')`;
const newEntry = `insert into ledger_entries (kind, key, booked_at, salt, postings) values ('test', 'forged', now(), ${salt}, 2)`;

describeOnEachDatabase('the database', (open) => {
  let club: TestDatabase;
  let mia: number;
  beforeEach(async () => {
    club = await open();
    mia = await addMember(club);
    await book(club, deposit(mia, 5000n, 'first'));
  });

  const account = (kind: string) => `(select id from ledger_accounts where kind = '${kind}')`;
  const postInto = (entry: string, amounts: [kind: string, amount: number][]) =>
    amounts.map(
      ([kind, amount]) =>
        `insert into ledger_postings (entry_id, account_id, amount) select ${entry}, ${account(kind)}, ${amount}`,
    );
  const theEntry = `(select id from ledger_entries where key = 'first')`;
  const forged = `(select id from ledger_entries where key = 'forged')`;

  /** Runs the statements in one transaction and returns the error of the database. */
  async function refusal(statements: string[]): Promise<string | undefined> {
    try {
      await transaction(club.db, async (tx) => {
        for (const statement of statements) await tx.execute(sql.raw(statement));
      });
      return undefined;
    } catch (error) {
      return findFailure(error)?.code;
    }
  }

  const cases: [name: string, statements: () => string[]][] = [
    ['an entry without postings', () => [newEntry]],
    [
      'an entry with fewer postings than it says',
      () => [
        newEntry.replace(', 2)', ', 3)'),
        ...postInto(forged, [
          ['member.available', 100],
          ['club.bank', -100],
        ]),
        listing(forged),
      ],
    ],
    [
      'an entry with more postings than it says',
      () => [
        newEntry,
        ...postInto(forged, [
          ['club.bank', 100],
          ['club.bank', -100],
          ['club.bank', 100],
          ['club.bank', -100],
        ]),
      ],
    ],
    [
      'postings that do not sum to 0',
      () => [newEntry, ...postInto(forged, [['member.available', 100]]), listing(forged)],
    ],
    [
      'a member’s posting that the member does not see',
      () => [
        newEntry,
        ...postInto(forged, [
          ['member.available', 100],
          ['club.bank', -100],
        ]),
      ],
    ],
    [
      'postings that sum to 0 over two currencies only',
      () => [
        newEntry,
        `insert into ledger_accounts (kind, currency, created_at) values ('club.bank', 'USD', now())`,
        `insert into ledger_postings (entry_id, account_id, amount)
           select ${forged}, id, case currency when 'USD' then -100 else 100 end from ledger_accounts where kind = 'club.bank'`,
      ],
    ],
    [
      'a posting after the check was made at once',
      () => [
        newEntry,
        ...postInto(forged, [
          ['member.available', 100],
          ['club.bank', -100],
        ]),
        listing(forged),
        'set constraints all immediate',
        ...postInto(forged, [['club.bank', 100]]),
      ],
    ],
    [
      'postings to an entry that is closed, balanced or not',
      () =>
        postInto(theEntry, [
          ['member.available', 100],
          ['club.bank', -100],
        ]),
    ],
    ['a posting of nothing', () => [newEntry, ...postInto(forged, [['member.available', 0]])]],
    [
      'a posting to no account',
      () => [newEntry, `insert into ledger_postings (entry_id, account_id, amount) values (${forged}, 9999, 1)`],
    ],
    [
      'a member’s balance below 0',
      () => [
        newEntry,
        ...postInto(forged, [
          ['member.available', -5001],
          ['club.bank', 5001],
        ]),
      ],
    ],
    ['a changed entry', () => [`update ledger_entries set kind = 'other'`]],
    ['a deleted entry', () => ['delete from ledger_entries']],
    ['emptied entries', () => ['truncate ledger_entries cascade']],
    ['a changed posting', () => ['update ledger_postings set amount = amount * 2']],
    ['a deleted posting', () => ['delete from ledger_postings']],
    ['emptied postings', () => ['truncate ledger_postings']],
    ['a balance set by hand', () => ['update ledger_accounts set balance = 1000000']],
    [
      'a balance set by hand, as if a posting had been',
      () => ['update ledger_accounts set balance = 1000000, postings = postings + 1'],
    ],
    [
      'a balance set by a trigger of one’s own, as if a posting had been',
      () => [
        'create temp table own (id int) on commit drop',
        `create function pg_temp.enrich() returns trigger language plpgsql as $$
          begin update ledger_accounts set balance = 1000000, postings = postings + 1; return new; end $$`,
        'create trigger enrich before insert on own for each row execute function pg_temp.enrich()',
        'insert into own values (1)',
      ],
    ],
    ['an account for somebody else', () => ['update ledger_accounts set user_id = null']],
    [
      'an account that begins with money',
      () => [
        `insert into ledger_accounts (kind, currency, balance, created_at) values ('club.fees', 'EUR', 100, now())`,
      ],
    ],
    ['a deleted account', () => ['delete from ledger_accounts']],
    ['a member with an account deleted', () => ['delete from users']],
    [
      'the same account twice',
      () => [`insert into ledger_accounts (kind, currency, created_at) values ('club.bank', 'EUR', now())`],
    ],
    ['an entry taken out of the queue for the log', () => ['delete from ledger_unlogged']],
    [
      'a table that takes the place of another',
      () => [
        newEntry,
        'create temp table ledger_postings (entry_id bigint, currency text, amount bigint) on commit drop',
        `insert into pg_temp.ledger_postings values (${forged}, 'EUR', 0)`,
        `insert into public.ledger_postings (entry_id, account_id, amount) select ${forged}, ${account('member.available')}, 100`,
      ],
    ],
  ];

  it.each(cases)('refuses %s', async (_, statements) => {
    expect(await refusal(statements())).toMatch(/^(23\d{3}|0A000)$/);
    expect(await getBalances(club.db, mia, 'EUR')).toEqual({ available: 5000n, held: 0n });
  });

  it('takes what is right, however it is written', async () => {
    const right = postInto(forged, [
      ['member.available', -2000],
      ['club.bank', 2000],
    ]);
    expect(await refusal([newEntry, ...right, listing(forged)])).toBe(undefined);
    expect(await getBalances(club.db, mia, 'EUR')).toEqual({ available: 3000n, held: 0n });
  });
});

describeOnEachDatabase('a ledger that was moved by the tools of its database', (open) => {
  const currency = 'EUR';
  const fees: NewEntry = {
    ...{ kind: 'bank.other', key: 'fees' },
    postings: [
      { account: { kind: 'club.bank', currency }, amount: -100n },
      { account: { kind: 'club.fees', currency }, amount: 100n },
    ],
  };
  const transactionId = async ({ db }: Pick<TestDatabase, 'db'>) =>
    BigInt((await db.$client.query('select pg_current_xact_id()::text as id')).rows[0].id);
  const tables = ['ledger_accounts', 'ledger_entries', 'ledger_postings'];

  /** Copies the rows to another database. Its transaction numbers start anew if it is a cluster of its own. */
  async function move(source: TestDatabase, target: TestDatabase): Promise<void> {
    const rows = new Map<string, unknown>();
    for (const table of tables)
      rows.set(table, (await source.db.$client.query(`select json_agg(t) as rows from ${table} t`)).rows[0].rows);
    await transaction(target.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const [table, all] of rows)
        await tx.execute(sql`insert into ${sql.identifier(table)} overriding system value
          select * from json_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(all)}::json)`);
    });
  }

  it('takes no further postings to an old entry, whichever number a transaction has', async () => {
    const [source, target] = [await open(), await open()];
    for (let spent = 0; spent < 50; spent++) await transactionId(source);
    let written = 0n;
    await transaction(source.db, async (tx) => {
      await bookEntry(tx, fees, now);
      const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
      written = BigInt(rows[0]?.id ?? 0);
    });
    await move(source, target);
    while ((await transactionId(target)) < written - 1n);
    const more = target.db.$client.query(
      `insert into ledger_postings (entry_id, account_id, amount)
         select 1, id, case kind when 'club.bank' then -5 else 5 end from ledger_accounts`,
    );
    await expect(more).rejects.toMatchObject({ code: '23001' });
  });
});
