/** What a member allows the club to do with their data. Rules: product/README.md, "Privacy", and product/settings.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures } from './shapes';

export const setTrackingConsent = createRoute({
  method: 'put',
  path: '/user/tracking-consent',
  tags: ['Privacy'],
  operationId: 'setTrackingConsent',
  summary: 'Give or withdraw the consent to user tracking; saying the same twice changes nothing',
  ...asMember,
  request: body(z.strictObject({ given: z.boolean() })),
  responses: {
    200: answers(
      z.object({ tracking_consent_at: Instant.nullable() }),
      'Since when the member consents; null without consent',
    ),
    ...memberFailures,
  },
});
