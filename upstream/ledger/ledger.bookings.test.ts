import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { bookEntry, getBalances, InsufficientFunds, type NewEntry } from './ledger';
import { addMember, book, deposit, hold, now, release, settle } from './ledger.testing';

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
  // Few keys, so that many operations repeat a key.
  key: fc.nat({ max: 12 }),
});

/** Returns violations of the rules that hold for every ledger. */
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
  it('keeps sums, balances and keys, and books what a model books', async () => {
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

  it('returns the postings in the order of the entry, as the database booked them', async () => {
    const club = await open();
    const mia = await addMember(club);
    const { postings } = deposit(mia, 300n, 'first');
    await book(club, { kind: 'deposit', key: 'first', postings });
    // The account of the bank was opened first, so the entry and the accounts run against each other.
    const entry = { kind: 'deposit', key: 'second', postings: postings.toReversed() };
    const booked = await book(club, entry);
    expect(booked).toMatchObject({
      isNew: true,
      postings: [
        { position: 2, amount: 300n, balanceAfter: 600n },
        { position: 2, amount: -300n, balanceAfter: -600n },
      ],
    });
    expect(await book(club, entry)).toEqual({ id: booked.id, isNew: false });
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

  it('of all kinds over the same accounts end, and keep everything', async () => {
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
