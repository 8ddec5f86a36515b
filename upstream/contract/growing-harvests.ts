/** The statement of a harvest, to the cent. Rules: docs/product/growing.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Instant, memberFailures } from './shapes';
import { Amount, Currency, Document } from './wallet';

/** An amount that may be negative: `-12.30`. */
const SignedAmount = z.string().regex(/^-?\d+\.\d{2}$/);

export const Harvest = z
  .object({
    /** Room and cycle: `B2-3`. */
    id: z.string(),
    room: z.object({ code: z.string(), name: z.string(), city: z.string() }),
    cycle: z.int(),
    strain: z.string(),
    /** 1, or more after corrections. */
    version: z.int(),
    /** The newest version. An older one says what it was before. */
    newest_version: z.int(),
    status: z.enum(['approved', 'paid']),
    harvested_at: Instant,
    weighed_at: Instant,
    recorded_at: Instant,
    recorded_by: z.string(),
    approved_at: Instant,
    approved_by: z.string(),
    paid_at: Instant.nullable(),
    grams: z.int(),
    /** Rounded to one decimal: `103.4`. */
    grams_per_plant: z.string(),
    /** Plants with a part in it. */
    plants: z.int(),
    /** Plants lost in the cycle; they have no share. */
    lost: z.int(),
    members: z.int(),
    currency: Currency,
    revenue: Amount,
    /** Rounded to the cent; null without grams. */
    revenue_per_gram: Amount.nullable(),
    costs: z.array(z.object({ title: z.string(), amount: Amount })),
    surplus: SignedAmount,
    member_share_percent: z.string(),
    /** What the club keeps: 100 less the members’ share. */
    club_share_percent: z.string(),
    /** What rounding the pool down took, exactly: four decimals, `0.0010`, or six if the share is not a whole percent. */
    pool_fraction: z.string(),
    pool: Amount,
    /** The pool divided by the plants, with four decimals, cut off. The exact part is `pool / plants`. */
    per_plant: z.string(),
    /** Cents that are left when all shares are rounded down. Each goes to the member with the next largest remainder. */
    leftover_cents: z.int(),
    /** The smallest remainder that got a cent, in cents with two decimals; null if no cent was left. */
    smallest_with_cent: z.string().nullable(),
    /** The member’s part; null without plants in it. */
    mine: z
      .object({
        plants: z.int(),
        /** Runs of numbers, at most 20. */
        numbers: z.array(z.object({ first: z.string(), last: z.string(), count: z.int() })),
        /** Before rounding, with four decimals, cut off: `412.8016`. */
        exact: z.string(),
        /** What rounding down took: `exact` less whole cents, with four decimals. */
        fraction: z.string(),
        /** The same in cents with two decimals. */
        remainder_cents: z.string(),
        got_cent: z.boolean(),
        /** The whole part in this statement. */
        payout: Amount,
        /** The payout less that of the version before. */
        due: SignedAmount,
        /** Deducted for an earlier overpayment. */
        withheld: Amount,
        /** What is credited: `due` less `withheld`, never below 0. */
        paid: Amount,
        transaction_label: z.string().nullable(),
        settled_at: Instant.nullable(),
      })
      .nullable(),
    /** What each correction changed for the member, the newest first. An older version names them too. */
    corrections: z.array(
      z.object({
        version: z.int(),
        /** The version that it replaced. */
        replaced_version: z.int(),
        at: Instant,
        reason: z.string(),
        difference: SignedAmount,
        withheld: Amount,
        transaction_label: z.string().nullable(),
        settled_at: Instant.nullable(),
      }),
    ),
  })
  .openapi('Harvest');
export type Harvest = z.infer<typeof Harvest>;

const params = z.object({ id: z.string().openapi({ param: { name: 'id', in: 'path' } }) });
const query = z.object({ version: z.coerce.number().int().min(1).max(99).optional() });

export const getHarvest = createRoute({
  method: 'get',
  path: '/growing/harvests/{id}',
  tags: ['Growing'],
  operationId: 'getHarvest',
  summary: 'The statement of a harvest',
  ...withAbility('growing:read'),
  request: { params, query },
  responses: { 200: answers(Harvest, 'The statement'), ...memberFailures },
});

export const getHarvestPdf = createRoute({
  method: 'get',
  path: '/growing/harvests/{id}/pdf',
  tags: ['Growing'],
  operationId: 'getHarvestPdf',
  summary: 'The statement of a harvest as PDF',
  ...withAbility('growing:read'),
  request: { params, query },
  responses: { 200: answers(Document, 'The document'), ...memberFailures },
});
