import { z } from 'zod';

/** The buttons of the list: those of an offer, and those of the private calendar. */
export const listSchema = z.strictObject({
  intent: z.enum(['accept', 'decline', 'make_feed', 'renew_feed', 'end_feed']),
  /** The appointment of the offer. */
  label: z.string().max(20).optional(),
});
