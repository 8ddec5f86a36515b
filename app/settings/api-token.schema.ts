import { z } from 'zod';
import { abilities } from '../../upstream/contract/abilities';
import { verificationFields } from '../platform/verification.server';

/** Days that the form offers. */
export const LIFETIMES = ['7', '30', '90', '365'] as const;
export const DEFAULT_LIFETIME: (typeof LIFETIMES)[number] = '30';

export const apiTokenSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  abilities: z.array(z.enum(abilities)).min(1, 'form.required_choice'),
  expires_in_days: z.enum(LIFETIMES).transform(Number),
  /** One a line. */
  allowed_ips: z
    .string()
    .max(1000)
    .default('')
    .transform((typed) => typed.split(/[\s,;]+/).filter(Boolean)),
  ...verificationFields,
});

/** `saved` leads from the token in the clear to the list. */
export const apiTokenListSchema = z.union([
  z.strictObject({ intent: z.literal('revoke'), id: z.string().min(1).max(64) }),
  z.strictObject({ intent: z.literal('saved') }),
]);
