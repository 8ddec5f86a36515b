import { z } from 'zod';
import { verificationFields } from '../platform/verification.server';

const name = z.string().trim().min(1).max(40);

export const newAccountSchema = z.strictObject({
  name,
  holder: z.string().trim().min(1).max(70),
  iban: z.string().trim().min(1).max(60),
  bic: z.string().trim().max(20).optional(),
  ...verificationFields,
});

export const changeAccountSchema = z.strictObject({ name, is_default: z.literal('on').optional() });

export const deleteAccountSchema = z.strictObject({ ...verificationFields });
