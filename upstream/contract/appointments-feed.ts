/** The private calendar of a member's appointments. Rules: docs/product/appointments-door.md#calendar. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asAnyone, asMember, failures, Instant, memberFailures, noContent } from './shapes';

export const CalendarFeed = z
  .object({
    /** The secret part of the address, which is `/feeds/appointments/{token}.ics`; null while it cannot be shown. */
    token: z.string().nullable(),
    created_at: Instant,
  })
  .openapi('CalendarFeed');
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const getCalendarFeed = createRoute({
  method: 'get',
  path: '/appointments/feed',
  tags: ['Appointments'],
  operationId: 'getCalendarFeed',
  summary: 'The member’s calendar, if it is on; nobody else sees its address',
  ...asMember,
  responses: { 200: answers(z.object({ feed: CalendarFeed.nullable() }), 'The calendar, or null'), ...memberFailures },
});

export const createCalendarFeed = createRoute({
  method: 'post',
  path: '/appointments/feed',
  tags: ['Appointments'],
  operationId: 'createCalendarFeed',
  summary: 'Switch the calendar on, or give it a new address; the old one ends',
  ...asMember,
  responses: { 201: answers(CalendarFeed, 'The calendar'), ...memberFailures },
});

export const deleteCalendarFeed = createRoute({
  method: 'delete',
  path: '/appointments/feed',
  tags: ['Appointments'],
  operationId: 'deleteCalendarFeed',
  summary: 'Switch the calendar off; its address ends',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});

export const readCalendarFeed = createRoute({
  method: 'get',
  path: '/appointments/feeds/{token}',
  tags: ['Appointments'],
  operationId: 'readCalendarFeed',
  summary: 'The calendar as iCalendar (RFC 5545), by its token; 304 if nothing has changed',
  ...asAnyone,
  request: {
    params: z.object({
      token: z
        .string()
        .max(64)
        .openapi({ param: { name: 'token', in: 'path' } }),
    }),
  },
  responses: {
    200: { description: 'The calendar', content: { 'text/calendar': { schema: z.string() } } },
    304: { description: 'The calendar is the one in `If-None-Match`' },
    ...failures,
  },
});
