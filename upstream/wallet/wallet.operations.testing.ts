/** All operations that move money, drawn at random by a test. */
import fc from 'fast-check';

export const kinds = [
  'block',
  'order',
  'cancel order',
  'expire',
  'refund',
  'draft',
  'withdraw',
  'cancel',
  'approve',
  'reject',
  'export',
  'fail',
  'pay',
  'stray',
  'reverse',
  'debit',
  'return',
  'debit file',
  'pay back',
  'fee',
  'assign',
] as const;
export type Kind = (typeof kinds)[number];

export interface Operation {
  kind: Kind;
  /** Selects the member, order, draft, withdrawal, file or transfer; 0 is the newest. */
  pick: number;
  /** Minor units. */
  amount: bigint;
  /** There are few keys, so that many operations repeat. */
  key: number;
}

/** Typical sequences of operations. Without them little money would get far. */
const ways: Kind[][] = [
  ['draft', 'withdraw', 'approve', 'export', 'debit', 'return'],
  ['draft', 'withdraw', 'approve', 'export', 'debit file'],
  ['draft', 'withdraw', 'approve', 'export', 'return', 'debit', 'debit'],
  ['draft', 'withdraw', 'approve', 'export', 'fail', 'debit'],
  ['draft', 'withdraw', 'cancel'],
  ['draft', 'withdraw', 'approve', 'reject'],
  ['order', 'cancel order'],
  ['order', 'pay', 'refund', 'pay back'],
  ['order', 'pay', 'reverse'],
  ['order', 'pay', 'draft', 'withdraw', 'approve', 'reverse', 'export'],
  ['order', 'pay', 'draft', 'withdraw', 'approve', 'export', 'reverse', 'fail'],
  ['stray', 'assign', 'reverse'],
];
/** Amounts below, within and above the limits. There are few, so that some requests are equal. */
const euros = [1n, 20n, 20n, 35n, 50n, 50n, 70n, 1200n, 6000n, 10_001n];

const operationOf = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<Operation> =>
  fc.record({
    kind,
    pick: fc.oneof(fc.constant(0), fc.nat({ max: 1000 })),
    amount: fc.constantFrom(...euros).map((amount) => amount * 100n),
    key: fc.nat({ max: 8 }),
  });

const operation = operationOf(fc.constantFrom(...kinds));
/** A sequence, or the beginning of one. */
const along = fc
  .constantFrom(...ways)
  .chain((way) =>
    fc.tuple(
      fc.oneof(fc.constant(way.length), fc.integer({ min: 2, max: way.length })),
      ...way.map((kind) => operationOf(fc.constant(kind))),
    ),
  )
  .map(([length, ...operations]) => operations.slice(0, length));

/** Draws `least` to `most` pieces, each an operation or the beginning of a sequence. */
export const scene = (least: number, most: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(fc.oneof(fc.tuple(operation), along), {
      minLength: least,
      maxLength: most,
      size: 'max',
    })
    .map((pieces) => pieces.flat());

/** Gives a member money to begin with. */
export const beginning = (member: number): Operation[] => [
  { kind: 'order', pick: member, amount: 5000n, key: 1 },
  { kind: 'pay', pick: 0, amount: 600_000n, key: 1 },
];

/**
 * `done`, or the outcome of an imported transfer. `again`: the operation was done before and gets the same answer. `key
 * taken`: the key belongs to another request. `refused`: the wallet refuses in words, or there is nothing to work on.
 */
export type Outcome =
  | 'done'
  | 'again'
  | 'key taken'
  | 'refused'
  | 'credited'
  | 'unmatched'
  | 'assigned'
  | 'payout'
  | 'return'
  | 'reversal'
  | 'other';

type Picking = Pick<Operation, 'pick'>;

export const pickOf = <T>(list: readonly T[], { pick }: Picking): T | undefined => list.at(-1 - (pick % list.length));
/** Picks the second thing of an operation on two things. */
export const pickOther = <T>(list: readonly T[], { pick }: Picking): T | undefined =>
  pickOf(list, { pick: Math.floor(pick / 31) });
