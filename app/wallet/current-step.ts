import type { OrderStatus } from '../../upstream/contract/orders';

/** Returns the status that names the step of an unpaid order. */
export const orderStep = (status: OrderStatus) =>
  status === 'partially_paid' ? ('partially_paid' as const) : ('awaiting_payment' as const);

const NEXT = { pending: 'approved', approved: 'processing', processing: 'completed' } as const;

/** Returns what is being done for a withdrawal under way: the status that it reaches next. */
export const withdrawalStep = (status: keyof typeof NEXT) => NEXT[status];
