/** Rooms, and sales of plants. Rules: docs/product/growing.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { Order } from './orders';
import { answers, asMember, body, Instant, memberFailures, Problem } from './shapes';
import { verification } from './verification';
import { Amount, Currency, idempotency } from './wallet';

/** The stages of a cycle, in their order. */
export const stages = ['seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting'] as const;
export type Stage = (typeof stages)[number];

export const SaleStatus = z.enum(['upcoming', 'open', 'sold_out', 'closed']);
export type SaleStatus = z.infer<typeof SaleStatus>;

/** The most plants that a call may name; a sale allows fewer. */
export const mostPlants = 99_999;

export const Sale = z
  .object({
    sale_label: z.string(),
    room: z.object({ code: z.string(), name: z.string(), city: z.string() }),
    strain: z.string(),
    /** The cycle in which the plants begin. */
    first_cycle: z.int(),
    /** The number of cycles of each plant. */
    cycles: z.int(),
    /** Set while the first cycle has not begun. The day on which the room’s last harvest before it is expected, if known. */
    waits: z.object({ harvest_on: z.iso.date().nullable() }).nullish(),
    starts_at: Instant,
    ends_at: Instant,
    price_per_plant: Amount,
    currency: Currency,
    total: z.int(),
    /** Plants that are neither sold nor reserved. */
    available: z.int(),
    /** Plants of unpaid orders. They come back if an order is not paid in time. */
    reserved: z.int(),
    max_per_member: z.int(),
    /** The member’s plants of this sale. */
    mine: z.int(),
    /** The member’s plants of an unpaid order. */
    mine_reserved: z.int(),
    /** How many plants the member may still buy now. */
    may_buy: z.int(),
    /** The member’s unpaid order of this sale. */
    open_order: z.string().nullable(),
    /** The members’ part of the surplus of a harvest: `70.00`. */
    member_share_percent: z.string(),
    status: SaleStatus,
    terms_note: z.string().nullable(),
  })
  .openapi('Sale');
export type Sale = z.infer<typeof Sale>;

export const listSales = createRoute({
  method: 'get',
  path: '/growing/sales',
  tags: ['Growing'],
  operationId: 'listSales',
  summary: 'The sales of plants, the newest 100: those that end last come first',
  ...withAbility('growing:read'),
  responses: { 200: answers(z.object({ data: z.array(Sale) }), 'The sales'), ...memberFailures },
});

const params = z.object({ label: z.string().openapi({ param: { name: 'label', in: 'path' } }) });

export const getSale = createRoute({
  method: 'get',
  path: '/growing/sales/{label}',
  tags: ['Growing'],
  operationId: 'getSale',
  summary: 'One sale',
  ...withAbility('growing:read'),
  request: { params },
  responses: { 200: answers(Sale, 'The sale'), ...memberFailures },
});

export const buyPlants = createRoute({
  method: 'post',
  path: '/growing/sales/{label}/orders',
  tags: ['Growing'],
  operationId: 'buyPlants',
  summary: 'Order plants; they are reserved until the order is paid or ends',
  ...asMember,
  request: {
    params,
    headers: idempotency,
    ...body(
      z.strictObject({
        quantity: z.int().min(1).max(mostPlants),
        /**
         * What the balance pays, as the member saw it; the rest is transferred. More than `0.00` needs the verification
         * step. If the balance covers less by now, the answer is 409 `balance_changed`.
         */
        from_balance: z
          .string()
          .regex(/^\d{1,10}\.\d{2}$/)
          .default('0.00'),
        ...verification,
      }),
    ),
  },
  responses: {
    201: answers(Order, 'The order'),
    409: answers(
      Problem,
      '`sold_out`, `too_many`, `not_open`, `closed`, `open_order`, `balance_changed`, or a block of the wallet',
    ),
    ...memberFailures,
  },
});
