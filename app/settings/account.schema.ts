import { z } from 'zod';
import { verificationFields } from '../platform/verification.server';

export const emailChangeSchema = z.strictObject({
  email: z.string().trim().pipe(z.email().max(254)),
  ...verificationFields,
});

/** The page of a change that waits: the code, or one of the ways out. */
export const emailCodeSchema = z
  .strictObject({
    /** People copy codes as `482 917`. */
    one_time_code: z
      .string()
      .max(20)
      .transform((typed) => typed.replace(/[\s-]/g, ''))
      .optional(),
    intent: z.enum(['confirm', 'resend', 'cancel']).default('confirm'),
  })
  .refine((form) => form.intent !== 'confirm' || form.one_time_code, {
    path: ['one_time_code'],
    message: 'form.required',
  });

const currentPassword = z.string().min(1).max(128);

/** A member without a password is not asked for one. */
export const passwordSchema = (hasPassword: boolean) =>
  z
    .strictObject({
      current_password: hasPassword ? currentPassword : currentPassword.optional(),
      password: z.string().min(10).max(128),
      password_confirmation: z.string().min(1),
      ...verificationFields,
    })
    .refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      message: 'form.confirmed',
    });

/** `language` is what the switch at the foot of every page sends with a form. */
export const preferencesSchema = z.strictObject({
  preferred_language: z.enum(['en', 'de']),
  /** Empty: as the device says. */
  timezone: z.string().max(64).default(''),
});

/** Empty removes it. */
export const ethAddressSchema = z.strictObject({ nft_address: z.string().trim().max(100).default('') });
