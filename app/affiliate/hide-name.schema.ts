import { z } from 'zod';

export const hideNameSchema = z.strictObject({ intent: z.enum(['hide', 'show']) });
