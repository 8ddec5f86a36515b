import { z } from 'zod';
import { verificationFields } from '../platform/verification.server';

export const privacySchema = z.strictObject({ intent: z.enum(['export', 'keep', 'give', 'withdraw']) });

export const deletionSchema = (hasPassword: boolean) =>
  z.strictObject({
    // The rules of new passwords are none of the present one.
    password: hasPassword ? z.string().min(1).max(128) : z.undefined().optional(),
    ...verificationFields,
  });

export const endGhostAccessSchema = z.strictObject({ id: z.string().min(1).max(64) });
