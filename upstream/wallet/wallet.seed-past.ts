/** The history of the demo club's wallets. Amounts are in cents, and days count back from now. */
import type { TransactionType } from '../contract/transactions';

/** A transaction with the club that has no order or withdrawal. */
export type Gift = Extract<TransactionType, 'bonus'>;

/** Why the club took plants back, and how many days after the purchase. */
export interface Refunded {
  reason: string;
  after: number;
}

export type SeedEvent = { daysAgo: number } /** `refunded`: why the club paid it back three days later. */ & (
  | { kind: 'deposit'; amount: bigint; refunded?: string }
  | { kind: 'plants'; room: string; quantity: number; price: bigint; refunded?: Refunded }
  /** `returned`: why the bank sent it back three days after it was paid. */
  | { kind: 'withdrawal'; amount: bigint; returned?: string }
  | { kind: 'gift'; type: Gift; amount: bigint }
);

const deposit = (daysAgo: number, amount: bigint): SeedEvent => ({ daysAgo, kind: 'deposit', amount });
const plants = (daysAgo: number, room: string, quantity: number): SeedEvent => ({
  ...{ daysAgo, kind: 'plants', room, quantity },
  price: 14_900n,
});
const withdrawal = (daysAgo: number, amount: bigint): SeedEvent => ({ daysAgo, kind: 'withdrawal', amount });
const gift = (daysAgo: number, type: Gift, amount: bigint): SeedEvent => ({ daysAgo, kind: 'gift', type, amount });

const inOrder = (past: SeedEvent[]): SeedEvent[] => past.sort((a, b) => b.daysAgo - a.daysAgo);

/** Plants, whose harvests the seed of growing adds, and withdrawals of most of the money. Her team brings commissions. */
export const annasPast: SeedEvent[] = inOrder([
  gift(698, 'bonus', 2_500n),
  deposit(692.4, 150_000n),
  plants(690.2, 'H2', 6),
  deposit(604.1, 50_000n),
  plants(600.3, 'H1', 3),
  withdrawal(545.2, 20_000n),
  deposit(498.6, 120_000n),
  plants(494.1, 'H3', 5),
  withdrawal(433.5, 35_000n),
  deposit(391.3, 30_000n),
  { daysAgo: 338.2, kind: 'withdrawal', amount: 25_000n, returned: 'Konto erloschen' },
  withdrawal(330.4, 25_000n),
  deposit(266.2, 200_000n),
  plants(262.5, 'H2', 8),
  withdrawal(211.3, 90_000n),
  plants(190.3, 'H1', 4),
  { daysAgo: 153.4, kind: 'deposit', amount: 25_000n, refunded: 'Doppelt überwiesen' },
  withdrawal(118.1, 85_000n),
  deposit(74.6, 60_000n),
  plants(69.3, 'H3', 4),
  withdrawal(44.2, 95_000n),
  deposit(12.5, 100_000n),
]);

/** A few plants, whose harvests the seed of growing adds. */
export const bensPast: SeedEvent[] = inOrder([
  deposit(392.3, 90_000n),
  plants(390.1, 'H1', 5),
  withdrawal(60.2, 15_000n),
]);
