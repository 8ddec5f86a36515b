import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { once, tidyIdempotencyKeys } from './idempotency';
import { idempotencyKeys } from './idempotency.tables';
import { InvalidFields } from './problems';

const now = new Date('2026-11-20T09:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600_000);

interface Call {
  userId?: number;
  key?: string;
  request?: unknown;
  at?: Date;
}

let club: TestDatabase;

/** Payments are rows of a table. A call adds a row and answers with its number. */
const setUp = async (open: () => Promise<TestDatabase>) => {
  club = await open();
  await club.db.$client.query('create table if not exists payments (id int generated always as identity, amount text)');
};
// The database goes on to other files, whose backups know no such table.
afterEach(() => club.db.$client.query('drop table payments'));

const countPayments = async () => Number((await club.db.$client.query('select count(*) from payments')).rows[0].count);

const pay = ({ userId = 1, key = 'a', request = { amount: '5.00' }, at = now }: Call = {}) =>
  once(club.db, { userId, key, request, now: at, german: false }, (remember) =>
    transaction(club.db, async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(
        sql`insert into payments (amount) values ('5.00') returning id`,
      );
      const answer = { status: 201, body: { payment: rows[0]?.id, lines: [{ amount: '5.00', note: null }] } };
      await remember(tx, answer);
      return answer;
    }),
  );

describeOnEachDatabase('a call with a key', (open) => {
  beforeEach(() => setUp(open));

  it('is done once, and answered as it was however often it is repeated', async () => {
    const first = await pay();
    expect(first).toMatchObject({ status: 201, body: { lines: [{ amount: '5.00', note: null }] } });
    expect(first.isRepeated).toBeUndefined();
    expect(await pay()).toEqual({ ...first, isRepeated: true });
    expect(await pay({ at: hours(23.9) })).toEqual({ ...first, isRepeated: true });
    expect(await countPayments()).toBe(1);
  });

  it('is refused for another request, at its key and in the language of the member', async () => {
    await pay();
    for (const german of [false, true]) {
      const asked = { userId: 1, key: 'a', request: { amount: '6.00' }, now, german };
      const refused = once(club.db, asked, async () => expect.unreachable('must not be done'));
      await expect(refused).rejects.toThrow(InvalidFields);
      const words = german ? /Schlüssel gehört schon/ : /belongs to another request/;
      await expect(refused).rejects.toMatchObject({
        errors: { idempotency_key: [expect.stringMatching(words)] },
      });
    }
  });

  it('is a new one after 24 hours, whether the old answer was tidied away or not', async () => {
    await pay();
    await pay({ at: hours(24.1), request: { amount: '7.00' } });
    expect(await countPayments()).toBe(2);
    await tidyIdempotencyKeys(club, hours(24.2));
    expect(await club.db.$count(idempotencyKeys)).toBe(1);
    await tidyIdempotencyKeys(club, hours(49));
    expect(await club.db.$count(idempotencyKeys)).toBe(0);
    await pay({ at: hours(49) });
    expect(await countPayments()).toBe(3);
  });

  it('is another one for another member', async () => {
    const first = await pay({ userId: 1 });
    const second = await pay({ userId: 2 });
    expect(second).not.toEqual(first);
    expect(await pay({ userId: 2 })).toEqual({ ...second, isRepeated: true });
    expect(await countPayments()).toBe(2);
  });

  it('is not remembered where it was refused, or failed after its answer was made', async () => {
    const asked = { userId: 1, key: 'a', request: { amount: '5.00' }, now, german: false };
    const refused = once(club.db, asked, async () => {
      throw new InvalidFields({ amount: ['Too much.'] });
    });
    await expect(refused).rejects.toThrow(InvalidFields);
    const failed = once(club.db, asked, (remember) =>
      transaction(club.db, async (tx) => {
        await remember(tx, { status: 201, body: {} });
        throw new Error('the disk is full');
      }),
    );
    await expect(failed).rejects.toThrow('the disk is full');
    expect(await club.db.$count(idempotencyKeys)).toBe(0);
    expect(await pay()).toMatchObject({ status: 201 });
  });

  it('that comes without one is done each time', async () => {
    for (const _ of [1, 2]) {
      const asked = { userId: 1, key: undefined, request: {}, now, german: false };
      await once(club.db, asked, (remember) =>
        transaction(club.db, async (tx) => {
          await tx.execute(sql`insert into payments (amount) values ('5.00')`);
          await remember(tx, { status: 201, body: {} });
          return { status: 201, body: {} };
        }),
      );
    }
    expect(await countPayments()).toBe(2);
    expect(await club.db.$count(idempotencyKeys)).toBe(0);
  });
});

describeOnPostgres('a thousand calls at once', (open) => {
  beforeEach(() => setUp(open));

  it('with one key have one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, () => pay()));
    const [first] = answers.filter(({ isRepeated }) => !isRepeated);
    expect(answers.filter(({ isRepeated }) => isRepeated)).toHaveLength(999);
    for (const { status, body } of answers) expect({ status, body }).toEqual(first);
    expect(await countPayments()).toBe(1);
  });

  it('with one key of two requests do one of them, and refuse the other', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => pay({ request: { amount: n % 2 ? '5.00' : '6.00' } })),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(50);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: expect.any(InvalidFields) });
    expect(await countPayments()).toBe(1);
  });
});
