import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { OpaqueId } from '../../upstream/contract/shapes';
import { protectedFields } from '../platform/form/verification.server';

export const privacySchema = z.strictObject({ intent: z.enum(['export', 'keep', 'give', 'withdraw']) });

const deletion = protectedFields(contract.privacy.requestDeletion);

export const deletionSchema = (hasPassword: boolean) =>
  z.strictObject({ ...deletion, password: hasPassword ? deletion.password.unwrap() : z.undefined().optional() });

export const endGhostAccessSchema = z.strictObject({ id: OpaqueId });
