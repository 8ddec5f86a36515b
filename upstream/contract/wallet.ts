/** The wallet's overview, and the shapes that all its calls share. Rules: docs/product/wallet.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Instant, memberFailures, page } from './shapes';

/** A decimal string of the currency's scale: `"1599.34"`. */
export const Amount = z
  .string()
  .regex(/^-?\d{1,13}\.\d{2}$/)
  .openapi({ example: '1599.34' });
export const Currency = z.string().length(3).openapi({ example: 'EUR' });
/** An amount in a request: positive, at most twelve digits. */
export const AskedAmount = z
  .string()
  .regex(/^(?!0+\.00$)\d{1,10}\.\d{2}$/)
  .openapi({ example: '1599.34' });

/** The header of every call that moves money. The same key takes effect only once within 24 hours. */
export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{8,100}$/)
    .openapi({ param: { name: 'idempotency-key', in: 'header' } }),
});

/** A step in the history of an order or withdrawal. `note` is in the caller's language. */
export const TimelineStep = z.object({ status: z.string(), at: Instant, note: z.string().nullable() });

/** A page of a list whose `sum` is of all amounts in it, on every page, in euros. Null on a page without rows. */
export const summed = <T extends z.ZodType>(item: T) => page(item).extend({ sum: Amount.nullish() });

/** The answer of PDF and CSV calls. Its types are none that a browser would run. */
export const Document = z
  .object({
    /** Without the extension. */
    name: z.string().min(1).max(100),
    mime_type: z.enum(['application/pdf', 'text/csv']),
    /** Base64. */
    data: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
  })
  .openapi('Document', { description: 'A file; `data` is base64' });
export type Document = z.infer<typeof Document>;

/** Why an action is not possible now; `message` explains it in the caller's language. */
const Blocked = z.object({
  code: z.enum([
    'email_not_verified',
    'address_missing',
    'account_closing',
    'too_many_open',
    'paused',
    'in_debt',
    'balance_too_low',
    'limit_reached',
    'no_withdraw_account',
    'missing_permission',
  ]),
  message: z.string(),
  /** When it will be possible again; null if waiting does not help. */
  until: Instant.nullable(),
});

export const Wallet = z
  .object({
    balances: z.array(
      z.object({
        currency: Currency,
        available: Amount,
        /** Held for open withdrawals and unpaid orders. */
        pending: Amount,
        total: Amount,
        /** The member's debt after a reversal. Later credits repay it. Absent without a debt. */
        owed: Amount.optional(),
      }),
    ),
    deposit: z.object({
      min: Amount,
      max: Amount,
      /** Days until an unpaid order expires. */
      expires_after_days: z.int(),
      open_orders: z.int(),
      max_open_orders: z.int(),
      blocked: Blocked.nullable(),
    }),
    withdrawal: z.object({
      min: Amount,
      max: Amount,
      fee: Amount,
      max_in_30_days: Amount,
      /** What is left of `max_in_30_days`. */
      left_in_30_days: Amount,
      open: z.int(),
      max_open: z.int(),
      blocked: Blocked.nullable(),
    }),
  })
  .openapi('Wallet');

export const getWallet = createRoute({
  method: 'get',
  path: '/wallet',
  tags: ['Wallet'],
  operationId: 'getWallet',
  summary: 'Balances, limits, and why something cannot be done now',
  ...withAbility('wallet:read'),
  responses: { 200: answers(Wallet, 'The wallet'), ...memberFailures },
});

export const BalanceHistory = z
  .object({
    currency: Currency,
    /** The available balance at the end of each past day, and now. Days are in UTC. */
    points: z.array(z.object({ on: z.iso.date(), balance: Amount })),
  })
  .openapi('BalanceHistory');

export const getBalanceHistory = createRoute({
  method: 'get',
  path: '/wallet/balance-history',
  tags: ['Wallet'],
  operationId: 'getBalanceHistory',
  summary: 'The available balance over the last days, at most 366',
  ...withAbility('wallet:read'),
  request: { query: z.object({ days: z.coerce.number().int().min(7).max(366).default(90) }) },
  responses: { 200: answers(BalanceHistory, 'The balance day by day'), ...memberFailures },
});
