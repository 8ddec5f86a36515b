import { z } from 'zod';
import { typedDate } from '../platform/typed-date';

/** Wire names of the calls they feed; rules: product/session.md. Messages are keys of `common`. */
const email = z.string().trim().pipe(z.email().max(254));
/** People copy codes as `482 917`. */
const code = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/[\s-]/g, ''));
const newPassword = z.string().min(10).max(128);

export const loginSchema = z.strictObject({ email, password: z.string().min(1).max(128) });

/** The second step of a sign-in, by the app's code or by a recovery code: whichever field the page shows. */
export const twoFactorSchema = (field: 'one_time_password' | 'recovery_code') =>
  z
    .strictObject({
      one_time_password: code.optional(),
      recovery_code: z.string().trim().max(40).optional(),
      intent: z.enum(['verify', 'cancel']).default('verify'),
    })
    .refine((form) => form.intent === 'cancel' || form[field], { path: [field], message: 'form.required' });

export const registerSchema = z
  .strictObject({
    firstname: z.string().trim().min(1).max(80),
    lastname: z.string().trim().min(1).max(80),
    email,
    birthdate: typedDate,
    country: z.string().regex(/^[A-Z]{2}$/),
    password: newPassword,
    password_confirmation: z.string().min(1),
    terms: z.array(z.coerce.number().int()).max(20).default([]),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'form.confirmed',
  });

export const recoverSchema = z.strictObject({ email });

export const resetSchema = z
  .strictObject({ password: newPassword, password_confirmation: z.string().min(1) })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'form.confirmed',
  });

export const lockSchema = z
  .strictObject({
    intent: z.enum(['unlock', 'challenge', 'link', 'forget', 'lock']).optional(),
    /** Which step the page showed, for a form that is sent without one of its buttons. */
    step: z.literal('two_factor').optional(),
    password: z.string().max(128).optional(),
    one_time_password: code.optional(),
    recovery_code: z.string().trim().max(40).optional(),
  })
  .transform((form) => ({ ...form, intent: form.intent ?? (form.step ? 'challenge' : 'unlock') }))
  .refine((form) => form.intent !== 'unlock' || form.password, { path: ['password'], message: 'form.required' })
  .refine((form) => form.intent !== 'challenge' || form.one_time_password || form.recovery_code, {
    path: ['one_time_password'],
    message: 'form.required',
  });

export const signInTokenSchema = z.strictObject({
  token: z.string().min(1).max(512),
  redirect: z.string().max(1000).optional(),
});

export const ghostTokenSchema = z.strictObject({ token: z.string().min(1).max(512) });

export const resendSchema = z.strictObject({ email, return_to: z.string().max(1000).optional() });
