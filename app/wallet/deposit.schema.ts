import { z } from 'zod';
import { amountField } from '../platform/amount';
import { idempotencyField } from '../platform/idempotency.server';
import { formatMoney, type Language } from '../ui/numbers';

/** Decimal strings of the wire. */
export interface DepositLimits {
  min: string;
  max: string;
}

/** The first step: how much. */
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

/** The second step: yes, this much, once. */
export const createDepositSchema = z.strictObject({
  intent: z.literal('create'),
  amount: wireAmount,
  ...idempotencyField,
});

/** The amount in the address, or null where there is none. */
export function amountIn(params: URLSearchParams): string | null {
  const asked = wireAmount.safeParse(params.get('amount'));
  return asked.success ? asked.data : null;
}
