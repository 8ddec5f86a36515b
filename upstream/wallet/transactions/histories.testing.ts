/** Random histories of transactions, for tests. */
import fc from 'fast-check';
import type { z } from 'zod';
import type { Transaction, TransactionFilters } from '../../contract/transactions';
import { TransactionStatus, type TransactionType } from '../../contract/transactions';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import { recordTransaction } from './record';

export interface Move {
  type: TransactionType;
  status: TransactionStatus;
  /** Minor units; a positive amount credits the member. */
  amount: bigint;
  note: string | undefined;
  reference: { kind: string; label: string } | undefined;
  bookedAt: Date;
}

let entries = 0;

/** Books the moves in their order and returns their labels. */
export async function bookMoves({ db }: { db: Database }, userId: number, moves: Move[]): Promise<string[]> {
  return transaction(db, async (tx) => {
    const labels: string[] = [];
    for (const { amount, bookedAt, ...rest } of moves) {
      const postings = [
        { account: { kind: 'club.bank' as const, currency: 'EUR' }, amount: -amount },
        { account: { kind: 'member.available' as const, userId, currency: 'EUR' }, amount },
      ];
      const entry = { kind: 'test', key: `history:${process.pid}:${++entries}`, postings };
      const recorded = await recordTransaction(tx, { ...rest, userId, currency: 'EUR', entry }, bookedAt);
      labels.push(recorded.label);
    }
    return labels;
  });
}

const start = Date.parse('2026-10-20T12:00:00Z');
const hourMs = 60 * 60_000;

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const note = oneOf('Weihnachtsbonus 2026', 'Sorry for the wait', 'Überweisung kam zurück', 'Bonus', '=1+1');
const reference = oneOf(
  { kind: 'order', label: 'OR-7KQ2M9XA4' },
  { kind: 'withdrawal', label: 'WD-7KQ00000B' },
  { kind: 'harvest', label: '12' },
);

/**
 * The histories use few types and amounts, so that a filter meets several. Their days lie around the end of summer
 * time.
 */
export const history: fc.Arbitrary<Move[]> = fc
  .array(
    fc.record({
      type: oneOf<TransactionType>('deposit', 'bonus', 'withdrawal', 'adjustment'),
      status: oneOf(...TransactionStatus.options),
      amount: oneOf(-1n, 1n, 99n, 100n, 101n, -100n, 250_00n, -250_00n),
      note: fc.option(note, { nil: undefined, freq: 3 }),
      reference: fc.option(reference, { nil: undefined, freq: 2 }),
      hours: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 10, maxLength: 40 },
  )
  .map((moves) => {
    let at = start;
    const later = moves.map(({ hours, ...move }) => {
      at += hours * hourMs;
      return { ...move, bookedAt: new Date(at) };
    });
    // The first deposit covers everything that the member spends.
    const first = {
      type: 'deposit',
      status: 'completed',
      amount: 100_000_00n,
      note: undefined,
      reference: undefined,
    } as const;
    return [{ ...first, bookedAt: new Date(start) }, ...later];
  });

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const day = fc
  .integer({ min: -1, max: 30 })
  .map((days) => new Date(start + days * 24 * hourMs).toISOString().slice(0, 10));
const bound = oneOf('0.01', '0.99', '1.00', '1.01', '250.00', '99999.00');

export const filters: fc.Arbitrary<TransactionFilters> = fc
  .record({
    'type[]': maybe(
      fc.uniqueArray(oneOf<TransactionType>('deposit', 'bonus', 'withdrawal', 'adjustment', 'refund'), {
        minLength: 1,
      }),
    ),
    'status[]': maybe(fc.uniqueArray(oneOf(...TransactionStatus.options), { minLength: 1 })),
    direction: maybe(oneOf<'in' | 'out'>('in', 'out')),
    currency: maybe(fc.constant('EUR')),
    from: maybe(day),
    to: maybe(day),
    q: maybe(oneOf('bonus', 'BONUS weih', 'uberw', 'OR-7KQ', '7kq', '12', 'wd7kq0', 'bank', 'sorry wait', '!', ' ')),
    min: maybe(bound),
    max: maybe(bound),
    sort: oneOf<TransactionFilters['sort']>('newest', 'oldest', 'highest', 'lowest'),
  })
  .filter(({ from, to }) => !from || !to || from <= to)
  .filter(({ min, max }) => !min || !max || Number(min) <= Number(max));

type ShownTransaction = Pick<z.infer<typeof Transaction>, 'direction' | 'amount'>;

/** Adds up the rows in the simplest way. */
export function sumsOf(rows: ShownTransaction[]) {
  const sum = (way: 'in' | 'out') => {
    const amounts = rows.filter(({ direction }) => direction === way).map(({ amount }) => Number(amount) * 100);
    return (Math.round(amounts.reduce((total, amount) => total + amount, 0)) / 100).toFixed(2);
  };
  return { count: rows.length, in: sum('in'), out: sum('out') };
}
