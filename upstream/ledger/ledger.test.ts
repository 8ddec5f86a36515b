import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { bookEntry, getBalances, InsufficientFunds, type NewEntry } from './ledger';
import { addMember, book, deposit, hold, listing, now, release, settle } from './ledger.testing';

const salt = `decode(repeat('00', 32), 'hex')`;
const newEntry = `insert into ledger_entries (kind, key, booked_at, salt) values ('test', 'forged', now(), ${salt}) returning id`;

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

  /** Runs the statements in one transaction and says how the database refused. */
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

interface Operation {
  kind: 'deposit' | 'hold' | 'release' | 'settle';
  member: 0 | 1;
  amount: bigint;
  key: number;
}
const entryOf = { deposit, hold, release, settle };
const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom('deposit', 'hold', 'release', 'settle'),
  member: fc.constantFrom(0, 1),
  amount: fc.bigInt({ min: 1n, max: 100n }),
  // Few keys, so that many operations are asked for twice.
  key: fc.nat({ max: 12 }),
});

/** What has to be true of a ledger, whatever happened to it. */
async function faultsOf({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await db.$client.query(`
    select 'sum' as fault, entry_id::text as at from ledger_postings group by entry_id, currency having sum(amount) <> 0
    union all
    select 'balance', id::text from ledger_accounts a
      where balance <> (select coalesce(sum(amount), 0) from ledger_postings where account_id = a.id)
         or postings <> (select count(*) from ledger_postings where account_id = a.id)
    union all
    select 'overdrawn', id::text from ledger_accounts where kind like 'member.%' and balance < 0
    union all
    select 'running balance', account_id::text || '/' || position from (
      select account_id, position, balance_after,
        sum(amount) over (partition by account_id order by position) as right_balance,
        row_number() over (partition by account_id order by position) as right_position
      from ledger_postings) as posting
      where balance_after <> right_balance or position <> right_position`);
  return rows;
}

async function isBooked(club: TestDatabase, entry: NewEntry): Promise<boolean> {
  try {
    return (await book(club, entry)).isNew;
  } catch (error) {
    if (error instanceof InsufficientFunds) return false;
    throw error;
  }
}

describeOnEachDatabase('any order of bookings', (open) => {
  it('keeps sums, balances and keys, and books what a model books', { timeout: 60_000 }, async () => {
    const club = await open();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
        const run = ++runs;
        const members = [await addMember(club), await addMember(club)];
        const model = members.map(() => ({ available: 0n, held: 0n }));
        const used = new Set<number>();
        for (const { kind, member, amount, key } of operations) {
          const owner = members[member] as number;
          const money = model[member] as { available: bigint; held: bigint };
          const [available, held] = { deposit: [1n, 0n], hold: [-1n, 1n], release: [1n, -1n], settle: [0n, -1n] }[
            kind
          ] as [bigint, bigint];
          const isCovered = money.available + available * amount >= 0n && money.held + held * amount >= 0n;
          const isExpected = isCovered && !used.has(key);
          expect(await isBooked(club, entryOf[kind](owner, amount, `${run} ${key}`))).toBe(isExpected);
          if (!isExpected) continue;
          used.add(key);
          money.available += available * amount;
          money.held += held * amount;
        }
        for (const [at, owner] of members.entries()) {
          expect(await getBalances(club.db, owner as number, 'EUR')).toEqual(model[at]);
        }
      }),
      { numRuns: 25 },
    );
    expect(await faultsOf(club)).toEqual([]);
  });

  it('rolls back with what caused it', async () => {
    const club = await open();
    const mia = await addMember(club);
    const failing = transaction(club.db, async (tx) => {
      await bookEntry(tx, deposit(mia, 100n, 'lost'), now);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await getBalances(club.db, mia, 'EUR')).toEqual({ available: 0n, held: 0n });
    expect((await book(club, deposit(mia, 100n, 'lost'))).isNew).toBe(true);
  });
});

describeOnPostgres('many bookings at once', (open) => {
  it('book one of fifty with the same key', async () => {
    const club = await open();
    const mia = await addMember(club);
    await book(club, deposit(mia, 5000n, 'money'));
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => book(club, hold(mia, 100n, 'same'))));
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
    expect(await getBalances(club.db, mia, 'EUR')).toEqual({ available: 4900n, held: 100n });
  });

  it('never take more than there is, however many ask', async () => {
    const club = await open();
    const mia = await addMember(club);
    await book(club, deposit(mia, 1000n, 'money'));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => isBooked(club, hold(mia, 100n, `hold ${n}`))),
    );
    expect(outcomes.filter((isNew) => isNew)).toHaveLength(10);
    expect(await getBalances(club.db, mia, 'EUR')).toEqual({ available: 0n, held: 1000n });
    expect(await faultsOf(club)).toEqual([]);
  });

  it('of all kinds over the same accounts end, and keep everything', { timeout: 60_000 }, async () => {
    const club = await open();
    const members = [await addMember(club), await addMember(club)];
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 40 }), fc.uuid(), async (operations, run) => {
        await Promise.all(
          operations.map(({ kind, member, amount, key }) =>
            isBooked(club, entryOf[kind](members[member] as number, amount, `${run} ${key}`)),
          ),
        );
        expect(await faultsOf(club)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
