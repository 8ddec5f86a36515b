import { z } from 'zod';
import { OpaqueId } from '../../upstream/contract/shapes';
import { postOnlySchema } from '../platform/form/post-only.schema';

/** The forms of the notifications page: mark all shown notifications, or one of them. */
export const notificationMarkSchema = z.union([
  z.strictObject({
    in_place: postOnlySchema.shape.in_place,
    intent: z.literal('mark_all'),
    before: z.iso.datetime(),
  }),
  z.strictObject({ intent: z.enum(['read', 'unread']), id: OpaqueId }),
]);
