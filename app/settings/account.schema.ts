import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { BareCode, fieldsOf } from '../../upstream/contract/shapes';
import { protectedFields } from '../platform/form/verification.server';

const { changePassword, requestEmailChange, updateAccount } = contract.account;

const { email, ...step } = protectedFields(requestEmailChange);

export const emailChangeSchema = z.strictObject({ email: z.string().trim().pipe(email), ...step });

/** The page of a pending change: the code, a new code, or no change. */
export const emailCodeSchema = z
  .strictObject({
    one_time_code: BareCode.optional(),
    intent: z.enum(['confirm', 'resend', 'cancel']).default('confirm'),
  })
  .refine((form) => form.intent !== 'confirm' || form.one_time_code, {
    path: ['one_time_code'],
    message: 'form.required',
  });

const passwords = protectedFields(changePassword);

/** A member without a password is not asked for one. */
export const passwordSchema = (hasPassword: boolean) =>
  z
    .strictObject({
      ...passwords,
      current_password: hasPassword ? passwords.current_password.unwrap() : passwords.current_password,
    })
    .refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      message: 'form.confirmed',
    });

const account = fieldsOf(updateAccount);

/** No field is named `language`, because the language switch in the footer sends that name with every form. */
export const preferencesSchema = z.strictObject({
  preferred_language: account.language.unwrap(),
  /** Empty means the time zone of the device. */
  timezone: account.timezone.unwrap().unwrap().default(''),
});

/** Empty removes the address. */
export const ethAddressSchema = z.strictObject({ nft_address: account.nft_address.unwrap().unwrap().default('') });
