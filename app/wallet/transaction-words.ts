import type { TransactionStatus, TransactionType } from '../../upstream/contract/transactions';

/** The choices of the form. Importing the contract's own lists would bring its schemas to the browser. */
export const TYPES: readonly TransactionType[] = [
  'deposit',
  'withdrawal',
  'withdrawal_fee',
  'withdrawal_refund',
  'plant_purchase',
  'harvest_payout',
  'commission',
  'commission_reversal',
  'refund',
  'bonus',
  'adjustment',
  'event_ticket',
];
export const STATUSES: readonly TransactionStatus[] = ['completed', 'pending', 'reversed', 'failed'];
