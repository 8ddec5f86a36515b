import { z } from 'zod';
import type { Sale } from '../../upstream/contract/growing';
import { idempotencyField } from '../platform/form/idempotency.server';
import { verificationFields } from '../platform/form/verification.server';
import { whyNot } from './live-stock';

/** Why the member can buy nothing, since the form was shown. */
const CANNOT = {
  upcoming: 'growing:sale.cannot.upcoming',
  closed: 'growing:sale.cannot.closed',
  sold_out: 'growing:sale.cannot.sold_out',
  most: 'growing:sale.cannot.most',
  open_order: 'growing:sale.cannot.open_order',
} as const;

/** The first step of buying plants of a sale. */
export const saleSchema = (sale: Pick<Sale, 'may_buy' | 'open_order' | 'status'>) =>
  z.strictObject({
    quantity: z
      .string()
      .trim()
      .min(1, { error: 'form.required', abort: true })
      .superRefine((typed, context) => {
        const most = sale.may_buy;
        const isWhole = /^\d{1,9}$/.test(typed) && Number(typed) > 0;
        if (isWhole && Number(typed) <= most) return;
        const key = most === 0 ? CANNOT[whyNot(sale)] : isWhole ? 'growing:sale.too_many' : 'growing:sale.not_whole';
        context.addIssue({ code: 'custom', params: { key, values: { most } } });
      })
      .transform(Number),
    use_balance: z.literal('on').optional(),
  });

/** The second step: the confirmation of the order in the address. */
export const reviewSchema = z.strictObject({
  agree_terms: z.literal('on', 'form.required'),
  ...idempotencyField,
  ...verificationFields,
});

const Reviewed = z.object({
  quantity: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number),
  from: z.string().regex(/^\d{1,10}\.\d{2}$/),
});

/** Returns the order in the address of the review, or null. */
export function orderIn(params: URLSearchParams): z.output<typeof Reviewed> | null {
  return Reviewed.safeParse(Object.fromEntries(params)).data ?? null;
}

/** Returns the quantity in the address of the sale, or an empty text. */
export const quantityIn = (params: URLSearchParams): string =>
  /^[1-9]\d{0,4}$/.exec(params.get('quantity') ?? '')?.[0] ?? '';
