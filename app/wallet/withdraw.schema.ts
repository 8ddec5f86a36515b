import { z } from 'zod';
import { amountField } from '../platform/amount';
import { idempotencyField } from '../platform/idempotency.server';
import { verificationFields } from '../platform/verification.server';
import type { Language } from '../ui/numbers';

/** How much goes to which account; limits are upstream's to judge. */
export const withdrawSchema = (language: Language) =>
  z.strictObject({
    amount: amountField(language),
    withdraw_account_id: z
      .string()
      .min(1, 'form.required_choice')
      .regex(/^\d{1,9}$/)
      .transform(Number),
  });

/** What the review page sends of a draft. */
export const reviewSchema = z.strictObject({ ...idempotencyField, ...verificationFields });
