import { z } from 'zod';
import { idempotencyField } from '../platform/form/idempotency.server';
import { formatMoney, type Language } from '../ui/numbers';
import { amountField } from './amount';

/** Decimal strings of the wire. */
export interface DepositLimits {
  min: string;
  max: string;
}

/** The first step: the amount. */
export const depositSchema = (language: Language, { min, max }: DepositLimits) =>
  z.strictObject({
    intent: z.literal('review').optional(),
    amount: amountField(language).superRefine((amount, context) => {
      const refuse = (key: string, limit: string) =>
        context.addIssue({
          code: 'custom',
          params: { key, values: { limit: formatMoney(limit, 'EUR', language) } },
        });
      if (cents(amount) < cents(min)) refuse('wallet:deposit.too_little', min);
      if (cents(amount) > cents(max)) refuse('wallet:deposit.too_much', max);
    }),
  });

const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** A decimal string of the wire, as the address of the review carries it. */
const wireAmount = z.string().regex(/^(?!0+\.00$)\d{1,10}\.\d{2}$/);

/** The second step: the confirmation of this amount, once. */
export const createDepositSchema = z.strictObject({
  intent: z.literal('create'),
  amount: wireAmount,
  ...idempotencyField,
});

/** Returns the amount in the address, or null without one. */
export function amountIn(params: URLSearchParams): string | null {
  const amount = wireAmount.safeParse(params.get('amount'));
  return amount.success ? amount.data : null;
}
