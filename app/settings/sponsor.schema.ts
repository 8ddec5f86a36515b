import { z } from 'zod';
import { RefHash } from '../../upstream/contract/referrals';

/** A referral hash, or a link that contains it; see docs/product/session.md#referral. */
const referral = z
  .string()
  .trim()
  .max(300)
  .transform((typed) => /^https?:\/\/[^/]+\/(?:r|register)\/([^/?#]+)/.exec(typed)?.[1] ?? typed)
  .refine((hash) => RefHash.safeParse(hash).success, 'settings:sponsor.no_link');

export const sponsorSchema = z.strictObject({ intent: z.enum(['look', 'name']).default('look'), ref_hash: referral });
