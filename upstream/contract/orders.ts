/** Orders and their payment. Rules: docs/product/wallet.md#order and docs/product/wallet.md#deposit. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, asMember, body, Instant, memberFailures, PageQuery, Problem } from './shapes';
import { Amount, AskedAmount, Currency, Document, idempotency, summed, TimelineStep } from './wallet';

export const OrderStatus = z.enum([
  'pending',
  'awaiting_payment',
  'partially_paid',
  'paid',
  'completed',
  'expired',
  'canceled',
  'refunded',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Format of every EPC QR code (EPC069-12): error level M, at most 69 modules per side. */
export const epcCode = { ecc: 'M', maxVersion: 13 } as const;

export const BankDetails = z.object({
  /** To be typed exactly like this, because banks compare it with the account. */
  account_holder: z.string(),
  iban: z.string(),
  bic: z.string(),
  bank_name: z.string(),
  reference: z.string(),
  /** The amount that is still due. */
  amount: Amount,
  currency: Currency,
  /** Payload of the EPC QR code. */
  epc: z.string(),
});

export const Order = z
  .object({
    order_label: z.string(),
    type: z.enum(['deposit', 'plant_purchase', 'event_ticket']),
    status: OrderStatus,
    amount: Amount,
    currency: Currency,
    /** Everything that was paid for it, including surplus and late payments. */
    amount_paid: Amount,
    /** The amount still to transfer; 0 once the order has ended. */
    amount_due: Amount,
    payment_method: z.enum(['bank_transfer', 'balance', 'mixed']),
    payment_reference: z.string(),
    items: z.array(z.object({ title: z.string(), quantity: z.int(), unit_price: Amount, amount: Amount })),
    /** Set while a transfer is expected. */
    bank_details: BankDetails.nullable(),
    expires_at: Instant.nullable(),
    paid_at: Instant.nullable(),
    created_at: Instant,
    timeline: z.array(TimelineStep),
    actions: z.array(z.enum(['cancel', 'pay'])),
    /** Transactions of the payments and of a refund, oldest first. */
    transaction_labels: z.array(z.string()),
    documents: z.array(z.object({ kind: z.enum(['bank_details']), name: z.string() })),
    /** The appointment of the ticket that a completed order bought. Lists leave it out. */
    appointment_label: z.string().nullish(),
    /** The numbers of the plants that a completed order delivered, as ranges without a gap. Lists leave them out. */
    plants: z.array(z.object({ first: z.string(), last: z.string(), count: z.int() })).nullish(),
  })
  .openapi('Order');
export type Order = z.infer<typeof Order>;

const params = z.object({ label: z.string().openapi({ param: { name: 'label', in: 'path' } }) });
const conflict = { 409: answers(Problem, 'Not in this state; `code` says why') };

export const listOrders = createRoute({
  method: 'get',
  path: '/wallet/orders',
  tags: ['Wallet'],
  operationId: 'listOrders',
  summary: 'The member’s orders, newest first',
  ...withAbility('wallet:read'),
  request: { query: PageQuery.extend({ state: z.enum(['open', 'closed', 'all']).default('all') }) },
  responses: { 200: answers(summed(Order), 'Orders'), ...memberFailures },
});

export const getOrder = createRoute({
  method: 'get',
  path: '/wallet/orders/{label}',
  tags: ['Wallet'],
  operationId: 'getOrder',
  summary: 'One order',
  ...withAbility('wallet:read'),
  request: { params },
  responses: { 200: answers(Order, 'The order'), ...memberFailures },
});

export const createDeposit = createRoute({
  method: 'post',
  path: '/wallet/deposits',
  tags: ['Wallet'],
  operationId: 'createDeposit',
  summary: 'An order to be paid into the balance by bank transfer',
  ...asMember,
  request: {
    headers: idempotency,
    ...body(z.strictObject({ amount: AskedAmount, currency: z.literal('EUR').default('EUR') })),
  },
  responses: { 201: answers(Order, 'The order'), ...conflict, ...memberFailures },
});

export const cancelOrder = createRoute({
  method: 'post',
  path: '/wallet/orders/{label}/cancel',
  tags: ['Wallet'],
  operationId: 'cancelOrder',
  summary: 'Cancel an order that nothing was paid for yet',
  ...asMember,
  request: { params },
  responses: { 200: answers(Order, 'The order'), ...conflict, ...memberFailures },
});

export const getBankDetailsPdf = createRoute({
  method: 'get',
  path: '/wallet/orders/{label}/bank-details/pdf',
  tags: ['Wallet'],
  operationId: 'getBankDetailsPdf',
  summary: 'What has to be transferred, with its code, as a PDF',
  ...withAbility('wallet:read'),
  request: { params },
  responses: { 200: answers(Document, 'The PDF'), ...conflict, ...memberFailures },
});
