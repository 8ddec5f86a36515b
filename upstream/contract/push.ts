/** Phones that push messages of the native app reach. Rules: docs/product/shell.md#mobile-app-offline-push-tracking. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures, noContent, OpaqueId } from './shapes';

/** FCM guarantees neither length nor alphabet. Current tokens have 142 to 163 of these characters. */
export const PushToken = z
  .string()
  .min(32)
  .max(1024)
  .regex(/^[A-Za-z0-9_:.-]+$/);

export const registerPushToken = createRoute({
  method: 'post',
  path: '/fcm/register',
  tags: ['Push'],
  operationId: 'registerPushToken',
  summary: 'Register the push token of a phone; it belongs to whoever registered it last',
  ...asMember,
  request: body(z.strictObject({ token: PushToken })),
  responses: {
    200: { description: 'A foreign upstream may answer so; what stands in the body is not read' },
    204: noContent,
    ...memberFailures,
  },
});

const PushRegistration = z
  .object({
    id: z.string(),
    /** Device of the sign-in that registered it. */
    device_name: z.string(),
    registered_at: Instant,
    last_seen_at: Instant,
    /** Registered by the caller's device. */
    is_current: z.boolean(),
  })
  .openapi('PushRegistration');

export const listPushRegistrations = createRoute({
  method: 'get',
  path: '/user/push-registrations',
  tags: ['Push'],
  operationId: 'listPushRegistrations',
  summary: 'The phones that push messages may reach, at most 20, seen latest first; never their tokens',
  ...asMember,
  responses: { 200: answers(z.object({ data: z.array(PushRegistration) }), 'The phones'), ...memberFailures },
});

export const removePushRegistration = createRoute({
  method: 'delete',
  path: '/user/push-registrations/{id}',
  tags: ['Push'],
  operationId: 'removePushRegistration',
  summary: 'Send no more push messages to a phone; the app registers it again when it is next opened there',
  ...asMember,
  request: {
    params: z.object({
      id: OpaqueId,
    }),
  },
  responses: { 204: noContent, ...memberFailures },
});
