/**
 * What a member earns by the plants that the team buys, and how each amount came about. Rules:
 * docs/product/affiliate.md#commissions. Somebody else's commission is `404`.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { Rate } from './affiliate';
import { answers, Instant, memberFailures, OpaqueId, PageQuery, page } from './shapes';
import { Amount, Currency } from './wallet';

/** Levels that may earn. */
export const earningLevels = 3;

/** `approved` is a pending one that has matured, until the job pays it a moment later. */
const status = z.enum(['pending', 'approved', 'paid', 'reversed']);

/** How a commission was taken back. A commission that was still pending took nothing, and owes nothing. */
const Reversal = z.object({
  at: Instant,
  /** The order was refunded, or the member left the club. */
  reason: z.enum(['refund', 'left']),
  /** When the money of the member followed; null for the moment before. */
  settled_at: Instant.nullable(),
  /** What was taken from the balance. */
  taken: Amount,
  /** What is still to be set off against the next commissions. */
  owed: Amount,
  /** The transaction of `taken`; null if nothing was taken. */
  transaction_label: z.string().nullable(),
});

export const Commission = z
  .object({
    /** `CM-7KQ2M9XA4`. */
    id: z.string(),
    level: z.int().min(1).max(earningLevels),
    rate: Rate,
    /** The price of the plants. */
    base_amount: Amount,
    amount: Amount,
    currency: Currency,
    status,
    created_at: Instant,
    matures_at: Instant,
    /** Also of one that was reversed after its payment. */
    paid_at: Instant.nullable(),
    /** What was deducted at the payment for commissions that had been reversed. */
    withheld: Amount,
    order_label: z.string().nullish(),
    /** Who bought. The name is shown as in the team; null if it is hidden, or if the member has left the team. */
    from: z.object({ name: z.string().nullable(), level: z.int().min(1).max(earningLevels) }),
    /** The transaction of `amount` less `withheld`; null before the payment, or if nothing was left. */
    transaction_label: z.string().nullish(),
    reversal: Reversal.nullable(),
  })
  .openapi('Commission');
export type Commission = z.infer<typeof Commission>;

/** The most set-offs that `CommissionDetails` lists on each side, the newest first. */
export const mostSetOffs = 20;

/** A part of one commission that repaid another one. */
const SetOff = z.object({ id: z.string(), amount: Amount, at: Instant });

export const CommissionDetails = Commission.extend({
  /** What `withheld` repaid: commissions that had been reversed. */
  repays: z.array(SetOff),
  /** What later commissions repaid of this one, which was reversed. */
  repaid: Amount,
  repaid_by: z.array(SetOff),
}).openapi('CommissionDetails');
export type CommissionDetails = z.infer<typeof CommissionDetails>;

export const CommissionFilters = PageQuery.extend({
  /** `pending` includes `approved`. */
  status: status.exclude(['approved']).optional(),
  level: z.coerce.number().int().min(1).max(earningLevels).optional(),
  /** Only what comes after this commission, for a program that reads all of them. `total` stays that of the filter. */
  after: z.string().max(20).optional(),
});
export type CommissionFilters = z.infer<typeof CommissionFilters>;

export const Commissions = page(Commission)
  .extend({
    currency: Currency,
    /** Of all commissions, whatever the filter. */
    sums: z.object({
      /** Paid, and not reversed. */
      earned: Amount,
      pending: Amount,
      reversed: Amount,
      /** What is still to be set off. */
      owed: Amount,
    }),
  })
  .openapi('Commissions');
export type Commissions = z.infer<typeof Commissions>;

export const listCommissions = createRoute({
  method: 'get',
  path: '/affiliate/commissions',
  tags: ['Affiliate'],
  operationId: 'listCommissions',
  summary: 'The member’s commissions, the newest first',
  ...withAbility('affiliate:read'),
  request: { query: CommissionFilters },
  responses: { 200: answers(Commissions, 'The commissions'), ...memberFailures },
});

export const getCommission = createRoute({
  method: 'get',
  path: '/affiliate/commissions/{id}',
  tags: ['Affiliate'],
  operationId: 'getCommission',
  summary: 'One commission, with its derivation and what was set off',
  ...withAbility('affiliate:read'),
  request: { params: z.object({ id: OpaqueId }) },
  responses: { 200: answers(CommissionDetails, 'The commission'), ...memberFailures },
});
