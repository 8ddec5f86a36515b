import { z } from 'zod';

const id = z.string().min(1).max(64);

/** What the page of devices posts; the ids are upstream's to judge. */
export const devicesSchema = z.union([
  z.strictObject({ intent: z.enum(['revoke', 'remove_push']), id }),
  z.strictObject({ intent: z.literal('revoke_others') }),
]);
