import type { OrderStatus } from '../../upstream/contract/orders';
import type { Tone } from '../ui/badge';

/** The look of a status. Its text is `order.status.…`. */
export const TONES: Record<OrderStatus, Tone> = {
  pending: 'warn',
  awaiting_payment: 'warn',
  partially_paid: 'warn',
  paid: 'good',
  completed: 'good',
  expired: 'stop',
  canceled: 'info',
  refunded: 'info',
};
