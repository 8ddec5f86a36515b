/** Where the native app can be reached by push messages. Rules: product/shell.md, "Mobile app, offline, push, tracking". */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures, noContent } from './shapes';

/** FCM promises neither length nor alphabet; the tokens of today are 142 to 163 of these signs. */
export const PushToken = z.string().regex(/^[A-Za-z0-9_:.-]{32,1024}$/);

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
    /** Of the sign-in that it goes with. */
    device_name: z.string(),
    registered_at: Instant,
    last_seen_at: Instant,
    /** Registered by the device that asks. */
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
      id: z
        .string()
        .max(64)
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
  },
  responses: { 204: noContent, ...memberFailures },
});
