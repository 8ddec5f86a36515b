import { z } from 'zod';
import { postOnlySchema } from '../platform/form/post-only.schema';

export const termUpdatesSchema = z.strictObject({
  agree: z.literal('on', { error: 'form.required' }),
  /** ETag of the list that was shown. */
  list: z.string().max(1000).optional(),
  return_to: postOnlySchema.shape.return_to,
});
