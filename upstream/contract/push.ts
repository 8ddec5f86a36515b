/** Where the native app can be reached by push messages. Rules: product/shell.md, "Mobile app, offline, push, tracking". */
import { createRoute, z } from '@hono/zod-openapi';
import { asMember, body, memberFailures, noContent } from './shapes';

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
