import type { NewEntry } from '../ledger/ledger';
import type { recordTransaction } from './transactions/record';

const currency = 'EUR';

export type Kind = NewEntry['postings'][number]['account']['kind'];

/** Returns a completed transaction between a club account and the member. A positive `amount` credits the member. */
export const booking = (
  userId: number,
  type: Parameters<typeof recordTransaction>[1]['type'],
  key: string,
  club: Kind,
  amount: bigint,
  order?: string,
) => ({
  ...{ userId, currency, type, status: 'completed' as const },
  ...(order && { reference: { kind: 'order', label: order } }),
  entry: {
    ...{ kind: type, key },
    postings: [
      { account: { kind: club, currency } as NewEntry['postings'][number]['account'], amount: -amount },
      { account: { kind: 'member.available' as const, userId, currency }, amount },
    ],
  },
});
