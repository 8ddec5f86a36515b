import { z } from 'zod';
import { verificationFields } from '../platform/verification.server';

/** Wire names of the calls they feed. */
export const beginSchema = (hasPassword: boolean) =>
  z.strictObject({
    intent: z.literal('begin'),
    password: hasPassword ? z.string().min(1).max(128) : z.undefined(),
  });

/** People copy codes as `482 917`. */
export const confirmSchema = z
  .strictObject({
    intent: z.enum(['confirm', 'cancel']).default('confirm'),
    one_time_password: z
      .string()
      .max(20)
      .transform((typed) => typed.replace(/[\s-]/g, ''))
      .optional(),
  })
  .refine((form) => form.intent === 'cancel' || form.one_time_password, {
    path: ['one_time_password'],
    message: 'form.required',
  });

const recoveryCode = z.string().regex(/^[\w-]{6,40}$/);

/** What was shown once comes back with the form that is about it; it is stored nowhere. */
export const shownCodes = z.array(recoveryCode).min(1).max(20);

export const savedSchema = z.strictObject({
  recovery_codes: shownCodes,
  saved: z.literal('on', { error: 'form.required_tick' }),
});

export const renewSchema = z.strictObject(verificationFields);

export const disableSchema = z.strictObject(verificationFields);

export const disableByRecoveryCodeSchema = z.strictObject({ recovery_code: z.string().trim().min(1).max(40) });
