/** The member's signed-in devices, and ending their sessions. Rules: docs/product/settings.md#devices. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, Instant, memberFailures, noContent, OpaqueId, PageQuery, page } from './shapes';

const Device = z
  .object({
    /** Id of the session. Each sign-in opens one. */
    id: z.string(),
    name: z.string(),
    ip_address: z.string().nullable(),
    /** Time of the sign-in. */
    first_seen_at: Instant,
    last_seen_at: Instant,
    /** Whether this is the session of the caller. */
    is_current: z.boolean(),
  })
  .openapi('Device');

export const listDevices = createRoute({
  method: 'get',
  path: '/user/devices',
  tags: ['Devices'],
  operationId: 'listDevices',
  summary: 'Where the member is signed in: the device that asks, then the others, seen latest first',
  ...asMember,
  request: { query: PageQuery },
  responses: { 200: answers(page(Device).openapi('DevicePage'), 'One page'), ...memberFailures },
});

export const revokeDevice = createRoute({
  method: 'delete',
  path: '/user/devices/{id}',
  tags: ['Devices'],
  operationId: 'revokeDevice',
  summary: 'Sign one device out; the one that asks is logged out',
  ...asMember,
  request: {
    params: z.object({
      id: OpaqueId,
    }),
  },
  responses: { 204: noContent, ...memberFailures },
});

export const revokeOtherDevices = createRoute({
  method: 'delete',
  path: '/user/devices',
  tags: ['Devices'],
  operationId: 'revokeOtherDevices',
  summary: 'Sign every device out but the one that asks',
  ...asMember,
  responses: {
    200: answers(z.object({ revoked: z.int() }), 'How many were signed in'),
    ...memberFailures,
  },
});
