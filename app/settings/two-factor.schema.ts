import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { RecoveryCode } from '../../upstream/contract/identity';
import { BareCode, fieldsOf } from '../../upstream/contract/shapes';
import { verificationFields } from '../platform/form/verification.server';

/** The fields have the wire names of their calls. */
export const beginSchema = (hasPassword: boolean) =>
  z.strictObject({
    intent: z.literal('begin'),
    password: hasPassword ? fieldsOf(contract.twoFactor.beginTwoFactor).password.unwrap() : z.undefined(),
  });

export const confirmSchema = z
  .strictObject({
    intent: z.enum(['confirm', 'cancel']).default('confirm'),
    one_time_password: BareCode.optional(),
  })
  .refine((form) => form.intent === 'cancel' || form.one_time_password, {
    path: ['one_time_password'],
    message: 'form.required',
  });

/** The codes were shown once and are stored nowhere, so the form sends them back. The page writes them into a file. */
export const shownCodes = z.array(RecoveryCode.regex(/^[\w-]{6,}$/)).min(1);

export const savedSchema = z.strictObject({
  recovery_codes: shownCodes,
  saved: z.literal('on', { error: 'form.required' }),
});

export const renewSchema = z.strictObject(verificationFields);

export const disableSchema = z.strictObject(verificationFields);

export const disableByRecoveryCodeSchema = z.strictObject({ recovery_code: RecoveryCode.min(1) });
