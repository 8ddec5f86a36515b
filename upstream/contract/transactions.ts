/** Every change of a member's available money. Rules: docs/product/wallet.md#transaction. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Day, Instant, memberFailures, PageQuery, page } from './shapes';
import { Amount, Currency } from './wallet';

export const TransactionType = z.enum([
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
]);
export type TransactionType = z.infer<typeof TransactionType>;
export const TransactionStatus = z.enum(['pending', 'completed', 'reversed', 'failed']);
export type TransactionStatus = z.infer<typeof TransactionStatus>;

export const Transaction = z
  .object({
    transaction_label: z.string(),
    type: TransactionType,
    direction: z.enum(['in', 'out']),
    /** Never negative; `direction` tells the sign. */
    amount: Amount,
    fee: Amount,
    currency: Currency,
    /** The available balance right after this transaction. */
    balance_after: Amount,
    status: TransactionStatus,
    description: z.string(),
    /**
     * `kind` is `order`, `withdrawal`, `debt` (the transaction that brought the money), `harvest` (room and cycle, such as
     * `B2-3`) or `team` (the level); `label` identifies it.
     */
    reference: z.object({ kind: z.string(), label: z.string() }).nullable(),
    /** Where the money comes from or goes to, by the reference, in the caller's language. */
    purpose: z.string().nullish(),
    booked_at: Instant,
    created_at: Instant,
  })
  .openapi('Transaction');

/** A list in Laravel's notation: `type[]=bonus&type[]=refund`. */
const anyOf = <T extends z.ZodType<string>>(value: T) =>
  z.union([z.array(value).min(1).max(20), value.transform((one) => [one])]).optional();

/** Filters of the list and of its CSV. */
export const TransactionFilters = z.object({
  'type[]': anyOf(TransactionType),
  'status[]': anyOf(TransactionStatus),
  direction: z.enum(['in', 'out']).optional(),
  currency: Currency.optional(),
  /** Days in the member's time zone, both included. */
  from: Day.optional(),
  to: Day.optional(),
  /** Starts of labels (three characters or more) and of words in notes, and parts of descriptions. All must match; of many words the eight longest. */
  q: z.string().max(100).optional(),
  /** Range of amounts without sign, both included. */
  min: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .optional(),
  max: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .optional(),
  /** `highest` and `lowest` sort by the amount without sign. */
  sort: z.enum(['newest', 'oldest', 'highest', 'lowest']).default('newest'),
});
export type TransactionFilters = z.infer<typeof TransactionFilters>;

/** Sums are given for up to this number of transactions. */
export const mostSummed = 1000;

export const TransactionSums = z
  .object({ count: z.int(), in: Amount, out: Amount })
  .openapi('TransactionSums', { description: 'Of all transactions that meet the filters, on every page' });

/**
 * Laravel's simplePaginate, without `total` and `last_page`. The page URLs contain an opaque cursor or a page number.
 */
const simplePage = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    path: z.string(),
    per_page: z.int(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    /** Set by cursorPaginate. */
    next_cursor: z.string().nullish(),
    prev_cursor: z.string().nullish(),
    /** Set for numbered pages. */
    current_page: z.int().optional(),
    from: z.int().nullish(),
    to: z.int().nullish(),
    first_page_url: z.string().nullish(),
    /** Set by `with=sums`. Null if more than 1,000 transactions meet the filters. */
    sums: TransactionSums.nullish(),
  });

export const listTransactions = createRoute({
  method: 'get',
  path: '/wallet/transactions',
  tags: ['Wallet'],
  operationId: 'listTransactions',
  summary: 'The member’s transactions: numbered pages by time without filters, else cursors',
  ...withAbility('wallet:read'),
  request: {
    query: TransactionFilters.extend({
      ...PageQuery.shape,
      cursor: z.string().max(200).optional(),
      /** Adds `sums` to a list with filters. */
      with: z.enum(['sums']).optional(),
    }),
  },
  responses: {
    200: answers(z.union([page(Transaction), simplePage(Transaction)]), 'Newest first unless asked otherwise'),
    ...memberFailures,
  },
});

export const getTransaction = createRoute({
  method: 'get',
  path: '/wallet/transactions/{label}',
  tags: ['Wallet'],
  operationId: 'getTransaction',
  summary: 'One transaction',
  ...withAbility('wallet:read'),
  request: { params: z.object({ label: z.string().openapi({ param: { name: 'label', in: 'path' } }) }) },
  responses: { 200: answers(Transaction, 'The transaction'), ...memberFailures },
});

export const YearlySummary = z
  .object({
    year: z.int(),
    currency: Currency,
    /** The years that have a summary. */
    first_year: z.int(),
    last_year: z.int(),
    opening_balance: Amount,
    closing_balance: Amount,
    total_in: Amount,
    total_out: Amount,
    /** Types of transactions in the year. */
    types: z.array(z.object({ type: TransactionType, in: Amount, out: Amount })),
  })
  .openapi('YearlySummary', { description: 'Years begin by the clock of the member’s time zone. No tax advice.' });

/** A member has summaries of some of these years. Each summary says of which. */
export const SummaryYear = z.coerce.number().int().min(2000).max(9998);

export const getYearlySummary = createRoute({
  method: 'get',
  path: '/wallet/yearly-summary',
  tags: ['Wallet'],
  operationId: 'getYearlySummary',
  summary: 'What came in and went out in a year, by type; this year unless asked for another',
  ...withAbility('wallet:read'),
  request: { query: z.object({ year: SummaryYear.optional() }) },
  responses: { 200: answers(YearlySummary, 'The sums of the year'), ...memberFailures },
});
