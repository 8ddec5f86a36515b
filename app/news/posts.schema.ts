import { z } from 'zod';

/** The buttons of the list: mark all as read, and those of the private feed. */
export const postsSchema = z.strictObject({
  intent: z.enum(['read_all', 'make_feed', 'renew_feed', 'end_feed']),
  /** When the list was loaded. What appeared later stays unread. */
  before: z.iso.datetime().optional(),
});
