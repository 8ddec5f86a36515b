import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { TransactionFilters } from '../../contract/transactions';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { InvalidFields, NotFound } from '../../http/problems';
import { aMember, giveMoney } from '../wallet.testing';
import { listRows, sumRows } from './find';
import { bookMoves, filters, history, type Move, sumsOf } from './histories.testing';
import { readSearch } from './search';
import {
  findAvailableAccount,
  getTransaction,
  isNumbered,
  listByFilters,
  listByNumber,
  type Reader,
} from './transactions';
import { textsIn } from './transactions.texts';

type ShownTransaction = Awaited<ReturnType<typeof listByFilters>>['data'][number];

const none: TransactionFilters = {
  'type[]': undefined,
  'status[]': undefined,
  direction: undefined,
  currency: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  min: undefined,
  max: undefined,
  sort: 'newest',
};

const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => ({ ä: 'a', ö: 'o', ü: 'u' })[letter] ?? '')
    .replaceAll('ß', 'ss');

/** Applies the rules to one row in the simplest way. */
function isWanted(move: Move & { label: string }, wanted: TransactionFilters): boolean {
  const amount = Math.abs(Number(move.amount)) / 100;
  const day = berlinDay.format(move.bookedAt);
  const meets = (term: string) => {
    const bare = term.toUpperCase().replaceAll('-', '');
    const labels = [move.label, move.reference?.label ?? ''].map((label) => label.replace('-', ''));
    const isLabel = /^(TX|OR|WD)?[0-9A-HJKMNP-TV-Z]{3,9}$/.test(bare);
    return (
      plain(textsIn('de').descriptions[move.type]).includes(plain(term)) ||
      (move.note !== undefined &&
        plain(move.note)
          .split(/[^a-z0-9]+/)
          .some((word) => /\w/.test(term) && word.startsWith(plain(term)))) ||
      (isLabel && labels.some((label) => label.startsWith(bare) || label.slice(2).startsWith(bare)))
    );
  };
  return (
    (!wanted['type[]'] || wanted['type[]'].includes(move.type)) &&
    (!wanted['status[]'] || wanted['status[]'].includes(move.status)) &&
    (!wanted.direction || (wanted.direction === 'in') === move.amount > 0n) &&
    (!wanted.from || wanted.from <= day) &&
    (!wanted.to || wanted.to >= day) &&
    (!wanted.min || Number(wanted.min) <= amount) &&
    (!wanted.max || Number(wanted.max) >= amount) &&
    (wanted.q ?? '').split(' ').every((term) => term === '' || meets(term))
  );
}

function naively(moves: (Move & { label: string })[], wanted: TransactionFilters): string[] {
  const found = moves.map((move, at) => ({ ...move, at })).filter((move) => isWanted(move, wanted));
  const size = ({ amount }: Move) => Math.abs(Number(amount));
  found.sort((a, b) => {
    if (wanted.sort === 'newest') return b.at - a.at;
    if (wanted.sort === 'oldest') return a.at - b.at;
    if (wanted.sort === 'highest') return size(b) - size(a) || b.at - a.at;
    return size(a) - size(b) || a.at - b.at;
  });
  return found.map(({ label }) => label);
}

describeOnEachDatabase('the list of transactions', (open) => {
  let club: TestDatabase;
  let reader: Reader;
  const memberWith = async (moves: Move[]) => {
    const userId = await aMember(club);
    const labels = await bookMoves(club, userId, moves);
    reader = { userId, language: 'de', timeZone: 'Europe/Berlin' };
    return moves.map((move, at) => ({ ...move, label: labels[at] as string }));
  };
  const page = (wanted: Partial<TransactionFilters>, cursor?: string, perPage = 15, withSums = false) =>
    listByFilters(club.db, reader, { ...none, ...wanted }, { cursor, perPage, withSums });
  const labelsOf = ({ data }: { data: ShownTransaction[] }) => data.map((shown) => shown.transaction_label);

  /** Reads page by page to the end, and all the way back. */
  async function walk(wanted: TransactionFilters, perPage: number): Promise<string[]> {
    const pages = [await page(wanted, undefined, perPage)];
    expect(pages[0]?.previous).toBe(null);
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(wanted, next, perPage));
    for (let at = pages.length - 2, back = pages.at(-1)?.previous; at >= 0; at--) {
      const before = await page(wanted, back ?? '', perPage);
      expect(before.data).toEqual(pages[at]?.data);
      back = before.previous;
      if (at === 0) expect(back).toBe(null);
    }
    return pages.flatMap(labelsOf);
  }

  beforeEach(async () => {
    club = await open();
  });

  it('is, by any filters and in any order, what looking at each row finds, page by page and back', async () => {
    const samples = fc.sample(fc.tuple(history, fc.array(filters, { minLength: 30, maxLength: 30 })), 3);
    for (const [moves, many] of samples) {
      const rows = await memberWith(moves);
      for (const wanted of many) {
        const expected = naively(rows, wanted);
        expect(await walk(wanted, 4), JSON.stringify(wanted)).toEqual(expected);
        const whole = await page(wanted, undefined, 100);
        expect(labelsOf(whole)).toEqual(expected);
        const { sums } = await listByFilters(club.db, reader, wanted, {
          cursor: undefined,
          perPage: 3,
          withSums: true,
        });
        expect(sums, JSON.stringify(wanted)).toEqual(sumsOf(whole.data));
      }
    }
  });

  it('finds the same where a range has many rows as where it has few', async () => {
    const rows = await memberWith(fc.sample(history, { numRuns: 1, seed: 3 })[0] ?? []);
    const account = await findAvailableAccount(club.db, reader.userId, 'EUR');
    for (const { sort, q, min, max } of fc.sample(filters, 60)) {
      const amounts = {
        min: BigInt((min ?? '0.00').replace('.', '')),
        max: BigInt((max ?? '9999999.00').replace('.', '')),
      };
      const wanted = {
        accountId: account?.id ?? 0,
        types: undefined,
        statuses: undefined,
        direction: undefined,
        positions: { from: 3, to: rows.length - 3 },
        isOfDays: true,
        amounts,
        terms: readSearch(q ?? '', 'de'),
        order: sort,
        cursor: undefined,
        limit: 7,
      };
      const looked = await listRows(club.db, wanted, { near: 0, few: 1 });
      const taken = await listRows(club.db, wanted, { near: 0 });
      expect(looked).toEqual(taken);
      expect(await listRows(club.db, wanted)).toEqual(taken);
      const expected = naively(rows.slice(2, -3), { ...none, q, min, max, sort });
      expect(taken.map(({ label }) => label)).toEqual(expected.slice(0, 7));
      const count = expected.length > 4 ? undefined : expected.length;
      expect((await sumRows(club.db, wanted, 4))?.count).toBe(count);
    }
  });

  it('has every row once in its numbered pages, with the exact number and the running balance', async () => {
    const rows = await memberWith(fc.sample(history, 1)[0] ?? []);
    for (const sort of ['newest', 'oldest'] as const) {
      const found: ShownTransaction[] = [];
      for (let number = 1; found.length < rows.length; number++) {
        const { data, total } = await listByNumber(club.db, reader, { sort, page: number, perPage: 7 });
        expect(total).toBe(rows.length);
        found.push(...data);
      }
      expect(found.map((shown) => shown.transaction_label)).toEqual(naively(rows, { ...none, sort }));
      let balance = 0n;
      for (const shown of sort === 'oldest' ? found : found.toReversed()) {
        balance += BigInt(shown.amount.replace('.', '')) * (shown.direction === 'in' ? 1n : -1n);
        expect(BigInt(shown.balance_after.replace('.', ''))).toBe(balance);
      }
    }
    const past = await listByNumber(club.db, reader, { sort: 'newest', page: 1000, perPage: 7 });
    expect(past).toEqual({ data: [], total: rows.length });
  });

  it('is numbered without filters in the order of time, and nowhere else', () => {
    expect([isNumbered(none), isNumbered({ ...none, sort: 'oldest' })]).toEqual([true, true]);
    expect([isNumbered({ ...none, sort: 'highest' }), isNumbered({ ...none, q: 'x' })]).toEqual([false, false]);
  });

  it('is empty for a member without any, and shows nobody what is another’s', async () => {
    const [other] = await memberWith(fc.sample(history, 1)[0] ?? []);
    reader = { userId: await aMember(club), language: 'en', timeZone: 'UTC' };
    expect(await listByNumber(club.db, reader, { sort: 'newest', page: 1, perPage: 15 })).toEqual({
      data: [],
      total: 0,
    });
    expect(await page({ q: other?.label })).toEqual({ data: [], next: null, previous: null });
    await expect(getTransaction(club.db, reader.userId, other?.label ?? '')).rejects.toThrow(NotFound);
    await giveMoney(club, reader.userId, 500n);
    expect(await page({ q: other?.label })).toEqual({ data: [], next: null, previous: null });
  });

  it('in another currency than the member holds is empty', async () => {
    await memberWith(fc.sample(history, 1)[0] ?? []);
    expect((await page({ currency: 'USD' })).data).toEqual([]);
  });

  it('finds a label however it was typed', async () => {
    const [row] = await memberWith(fc.sample(history, 1)[0] ?? []);
    const label = row?.label ?? '';
    const bare = label.replace('-', '').toLowerCase();
    for (const typed of [
      label,
      bare,
      `${label.slice(0, 7)} ${label.slice(7)}`,
      label.slice(3),
      label.slice(0, 9),
      bare.slice(2, 8),
    ]) {
      expect(labelsOf(await page({ q: typed })), typed).toContain(label);
    }
  });

  it.each([
    ['to', { from: '2026-11-02', to: '2026-11-01' }],
    ['max', { min: '2.00', max: '1.99' }],
  ])('refuses a range that ends before it begins, at %s', async (field, wanted) => {
    await memberWith([]);
    await expect(page(wanted)).rejects.toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });

  it.each(['', 'x', 'bjE', Buffer.from("n1.1' or 1=1").toString('base64url'), 'n9999999999999999.1', '%00', '💥'])(
    'refuses %j as a cursor',
    async (cursor) => {
      await memberWith([]);
      await expect(page({}, cursor)).rejects.toThrow(InvalidFields);
    },
  );

  it('never goes back in time, whatever the clocks of its servers say', async () => {
    const userId = await aMember(club);
    const [late, early] = [new Date('2026-11-20T10:00:00.500Z'), new Date('2026-11-20T10:00:00Z')];
    await giveMoney(club, userId, 100n, late);
    const label = await giveMoney(club, userId, 100n, early);
    expect((await getTransaction(club.db, userId, label)).bookedAt).toEqual(late);
  });
});
