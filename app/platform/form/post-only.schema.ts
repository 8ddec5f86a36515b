import { z } from 'zod';

/** The fields of every form for a URL without its own page. */
export const postOnlySchema = z.strictObject({
  return_to: z.string().optional(),
  /** Sent by script, which stays on the page and needs no redirect. */
  in_place: z.literal('1').optional(),
});
