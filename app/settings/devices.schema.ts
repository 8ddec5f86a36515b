import { z } from 'zod';
import { OpaqueId } from '../../upstream/contract/shapes';

/** The forms of the devices page. Upstream checks the ids. */
export const devicesSchema = z.union([
  z.strictObject({ intent: z.enum(['revoke', 'remove_push']), id: OpaqueId }),
  z.strictObject({ intent: z.literal('revoke_others') }),
]);
