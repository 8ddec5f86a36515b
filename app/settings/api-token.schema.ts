import { z } from 'zod';
import { abilities } from '../../upstream/contract/abilities';
import { contract } from '../../upstream/contract/contract';
import { OpaqueId } from '../../upstream/contract/shapes';
import { protectedFields } from '../platform/form/verification.server';

/** The lifetimes in days that the form offers. */
export const LIFETIMES = ['7', '30', '90', '365'] as const;
export const DEFAULT_LIFETIME: (typeof LIFETIMES)[number] = '30';

export const apiTokenSchema = z.strictObject({
  ...protectedFields(contract.apiTokens.createApiToken),
  abilities: z.array(z.enum(abilities)).min(1, 'form.required'),
  expires_in_days: z.enum(LIFETIMES).transform(Number),
  /** One range on each line. */
  allowed_ips: z
    .string()
    .max(1000)
    .default('')
    .transform((typed) => typed.split(/[\s,;]+/).filter(Boolean)),
});

/** `saved` leads from the page with the plain token to the list. */
export const apiTokenListSchema = z.union([
  z.strictObject({ intent: z.literal('revoke'), id: OpaqueId }),
  z.strictObject({ intent: z.literal('saved') }),
]);
