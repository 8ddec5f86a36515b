import { z } from 'zod';
import { postOnlySchema } from '../platform/form/post-only.schema';

const votes = { yes: 'yes', no: 'no', none: null } as const;

/** The form around a list of answers. Its buttons name the member's vote, or none to take it back, and the answer. */
export const faqVoteSchema = z.strictObject({
  ...postOnlySchema.shape,
  vote: z
    .string()
    .regex(/^(yes|no|none)\.[1-9]\d{0,8}$/)
    .transform((sent) => {
      const [vote, id] = sent.split('.') as [keyof typeof votes, string];
      return { id: Number(id), vote: votes[vote] };
    }),
});
