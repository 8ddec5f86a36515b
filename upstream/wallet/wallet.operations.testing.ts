/** Everything that moves money, as operations that a test draws at random. */
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
  'take back',
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
  /** Says which member, order, draft, withdrawal, file or transfer: 0 the newest. */
  pick: number;
  /** Minor units. */
  amount: bigint;
  /** Few, so that many operations are asked for twice. */
  key: number;
}

/** What mostly happens one after the other; else little money would get far. */
const ways: Kind[][] = [
  ['draft', 'withdraw', 'approve', 'export', 'debit', 'return'],
  ['draft', 'withdraw', 'approve', 'export', 'debit file'],
  ['draft', 'withdraw', 'approve', 'export', 'return', 'debit', 'debit'],
  ['draft', 'withdraw', 'approve', 'export', 'fail', 'debit'],
  ['draft', 'withdraw', 'cancel'],
  ['draft', 'withdraw', 'approve', 'reject'],
  ['order', 'cancel order'],
  ['order', 'pay', 'refund', 'pay back'],
  ['order', 'pay', 'take back'],
  ['stray', 'assign', 'take back'],
];
/** Below, within and above what is allowed; few, so that what is asked for twice is the same at times. */
const euros = [1n, 20n, 20n, 35n, 50n, 50n, 70n, 1200n, 6000n, 10_001n];

const operationOf = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<Operation> =>
  fc.record({
    kind,
    pick: fc.oneof(fc.constant(0), fc.nat({ max: 1000 })),
    amount: fc.constantFrom(...euros).map((amount) => amount * 100n),
    key: fc.nat({ max: 8 }),
  });

const operation = operationOf(fc.constantFrom(...kinds));
/** A way, or the beginning of one. */
const along = fc
  .constantFrom(...ways)
  .chain((way) =>
    fc.tuple(
      fc.oneof(fc.constant(way.length), fc.integer({ min: 2, max: way.length })),
      ...way.map((kind) => operationOf(fc.constant(kind))),
    ),
  )
  .map(([length, ...operations]) => operations.slice(0, length));

/** From `least` pieces on, each an operation or some steps of a way. */
export const scene = (least: number, most: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(fc.oneof(fc.tuple(operation), along), {
      minLength: least,
      maxLength: most,
      size: 'max',
    })
    .map((pieces) => pieces.flat());

/** Gives a member something to begin with. */
export const beginning = (member: number): Operation[] => [
  { kind: 'order', pick: member, amount: 5000n, key: 1 },
  { kind: 'pay', pick: 0, amount: 600_000n, key: 1 },
];

/**
 * `done`, or what an import made of the transfer; `again` for what was done before, and answered so; `key taken` where
 * its key belongs to another request; `refused` for what the wallet may refuse in words, and where nothing is there to
 * work on.
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
/** For operations between two things. */
export const pickOther = <T>(list: readonly T[], { pick }: Picking): T | undefined =>
  pickOf(list, { pick: Math.floor(pick / 31) });
