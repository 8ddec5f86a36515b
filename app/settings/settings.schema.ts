import { z } from 'zod';

export const trackingConsentSchema = z.strictObject({ intent: z.enum(['give', 'withdraw']) });
