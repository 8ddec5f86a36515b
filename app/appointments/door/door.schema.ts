import { z } from 'zod';
import { ScannedCode } from '../../../upstream/contract/appointments-door';

/** The form of the door: a code to check, or a check-in to take back. */
export const doorSchema = z.strictObject({ intent: z.literal('undo').optional(), code: ScannedCode });

/** What a device scanned, for script. */
export const ScanFields = z.strictObject({
  appointment: z.string().max(20),
  code: ScannedCode,
  scanned_at: z.iso.datetime().optional(),
});
