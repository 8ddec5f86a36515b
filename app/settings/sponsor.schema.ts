import { z } from 'zod';

/** A referral hash alone, or the link that holds it; product/session.md, "Referral". */
const referral = z
  .string()
  .trim()
  .max(300)
  .transform((typed) => /^https?:\/\/[^/]+\/(?:r|register)\/([^/?#]+)/.exec(typed)?.[1] ?? typed)
  .pipe(z.string().regex(/^[A-Za-z0-9]{6,16}$/, 'settings:sponsor.no_link'));

export const sponsorSchema = z.strictObject({ intent: z.enum(['look', 'name']).default('look'), ref_hash: referral });
