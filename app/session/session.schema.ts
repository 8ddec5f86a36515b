import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { Email, RecoveryCode } from '../../upstream/contract/identity';
import { BareCode, fieldsOf } from '../../upstream/contract/shapes';
import { typedDate } from '../platform/form/typed-date';

/** The fields have the wire names of their calls. Rules: docs/product/session.md. Messages are keys of `common`. */
const email = z.string().trim().pipe(Email);
const { login, resetPassword, signInWithToken } = contract.identity;

export const loginSchema = z.strictObject({ email, password: fieldsOf(login).password });

export const demoSchema = z.strictObject({ account: fieldsOf(contract.demo.signInToDemo).account });

/** The second step of a sign-in: the code of the app or a recovery code, depending on the field that the page shows. */
export const twoFactorSchema = (field: 'one_time_password' | 'recovery_code') =>
  z
    .strictObject({
      one_time_password: BareCode.optional(),
      recovery_code: RecoveryCode.optional(),
      intent: z.enum(['verify', 'cancel']).default('verify'),
    })
    .refine((form) => form.intent === 'cancel' || form[field], { path: [field], message: 'form.required' });

/** Compares two typed passwords even if other fields are wrong, so that the form names everything at once. */
const areBothTyped = ({ value }: { value: unknown }) => {
  const { password, password_confirmation } = (value ?? {}) as Record<string, unknown>;
  return Boolean(password && password_confirmation);
};

const { firstname, lastname, country, password, password_confirmation, terms } = fieldsOf(
  contract.registration.register,
);

export const registerSchema = z
  .strictObject({
    firstname,
    lastname,
    email,
    birthdate: typedDate,
    country,
    password,
    password_confirmation,
    terms: z.array(z.coerce.number()).pipe(terms).default([]),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'form.confirmed',
    when: areBothTyped,
  });

export const recoverSchema = z.strictObject({ email });

const reset = fieldsOf(resetPassword);

export const resetSchema = z
  .strictObject({ password: reset.password, password_confirmation: reset.password_confirmation })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'form.confirmed',
    when: areBothTyped,
  });

export const lockSchema = z
  .strictObject({
    intent: z.enum(['unlock', 'challenge', 'link', 'forget', 'lock', 'resume']).optional(),
    /** The page of this tab; see `lockPath`. */
    return_to: z.string().optional(),
    /** The step that the page showed, for a form that is sent without one of its buttons. */
    step: z.literal('two_factor').optional(),
    password: fieldsOf(login).password.optional(),
    one_time_password: BareCode.optional(),
    recovery_code: RecoveryCode.optional(),
  })
  .transform((form) => ({ ...form, intent: form.intent ?? (form.step ? 'challenge' : 'unlock') }))
  .refine((form) => form.intent !== 'unlock' || form.password, { path: ['password'], message: 'form.required' })
  .refine((form) => form.intent !== 'challenge' || form.one_time_password || form.recovery_code, {
    path: ['one_time_password'],
    message: 'form.required',
  });

export const signInTokenSchema = z.strictObject({
  token: fieldsOf(signInWithToken).token,
  redirect: z.string().max(1000).optional(),
});

export const ghostTokenSchema = z.strictObject({ token: fieldsOf(contract.ghost.enterGhostMode).token });

export const resendSchema = z.strictObject({ email, return_to: z.string().optional() });
