import { z } from 'zod';
import { idempotencyField } from '../platform/form/idempotency.server';
import { verificationFields } from '../platform/form/verification.server';
import type { Language } from '../ui/numbers';
import { amountField } from './amount';

/** Amount and withdraw account. Upstream checks the limits. */
export const withdrawSchema = (language: Language) =>
  z.strictObject({
    amount: amountField(language),
    withdraw_account_id: z
      .string()
      .min(1, 'form.required')
      .regex(/^\d{1,9}$/)
      .transform(Number),
  });

/** The form that confirms a draft on the review page. */
export const reviewSchema = z.strictObject({ ...idempotencyField, ...verificationFields });
