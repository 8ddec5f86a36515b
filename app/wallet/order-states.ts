import type { OrderStatus } from '../../upstream/contract/orders';
import type { Tone } from '../ui/badge';

/** How a state looks; its word is `order.status.…` of the texts. */
export const TONES: Record<OrderStatus, Tone> = {
  pending: 'warn',
  awaiting_payment: 'warn',
  partially_paid: 'warn',
  paid: 'good',
  completed: 'good',
  expired: 'stop',
  canceled: 'stop',
  refunded: 'info',
};
