/** The member, and the data for the header of every page. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, asMember, Instant, memberFailures } from './shapes';
import { TermUpdate } from './terms';

export const Address = z.object({
  firstname: z.string(),
  lastname: z.string(),
  country: z.string().length(2).nullish(),
});

export const User = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    language: z.string(),
    ip_address: z.string().nullable(),
    timezone: z.string().nullable().default(null),
    address: Address,
    /** The number of members in the first line. */
    firstline: z.int(),
    permissions: z.array(z.string()),
    nft: z.object({ address: z.string().nullable() }).default({ address: null }),
    address_is_filled: z.boolean(),
    email_verified: z.boolean(),
    google2fa_enabled_at: Instant.nullable(),
    instruction_state: z.record(z.string(), z.boolean()).default({}),
    /** False for a member who signs in by mailed links only. */
    has_password: z.boolean().optional(),
    /** Since when the member consents to user tracking; null or absent without consent. */
    tracking_consent_at: Instant.nullish(),
    /** When the account will be deleted, as the member asked; null or absent otherwise. */
    deletion_due_at: Instant.nullish(),
  })
  .openapi('User');

export const Ghost = z
  .object({ actor_name: z.string(), reason: z.string(), expires_at: Instant, read_only: z.boolean() })
  .openapi('Ghost');

const Unread = z.object({ unread_count: z.int() });

export const Header = z
  .object({
    /** Without it, the member is the one that the login and the refresh brought. */
    user: User.optional(),
    /** A missing block hides its icon. */
    notifications: z
      .object({
        notifications: z.object({ unread_count: z.int(), read_count: z.int() }).optional(),
        chat: Unread.extend({ unread_message_conversation_id: z.union([z.int(), z.string()]).nullish() }).optional(),
        tickets: Unread.extend({
          unread_ticket_id: z.int().nullish(),
          /** Tickets in which the club waits for the member. Without it, the dashboard does not name them. */
          waiting_count: z.int().nullish(),
        }).optional(),
        news: Unread.optional(),
      })
      .default({}),
    /** Required terms that wait for the member's agreement. */
    term_updates: z.array(TermUpdate).default([]),
    /** ETag of that list, for `If-Match` of the agreement. Without it, the agreement is to the list at that time. */
    term_updates_etag: z.string().max(1000).nullish(),
    /** Set for staff who are in the member's area. */
    ghost: Ghost.nullish(),
    /** Can only narrow the modules that the web app has switched on. */
    modules: z.array(z.string()).optional(),
  })
  .openapi('Header');

export const getHeader = createRoute({
  method: 'get',
  path: '/user/header',
  tags: ['Identity'],
  operationId: 'getHeader',
  summary: 'The member, and what waits for them',
  ...asMember,
  responses: { 200: answers(Header, 'The header'), ...memberFailures },
});

/** Who the member is, without what they own or may do. */
export const Profile = User.pick({
  id: true,
  name: true,
  email: true,
  email_verified: true,
  language: true,
  timezone: true,
  address: true,
}).openapi('Profile');

export const getProfile = createRoute({
  method: 'get',
  path: '/user',
  tags: ['Identity'],
  operationId: 'getProfile',
  summary: 'The member, for their own programs',
  ...withAbility('profile:read'),
  responses: { 200: answers(Profile, 'The member'), ...memberFailures },
});

export const toggleInstruction = createRoute({
  method: 'post',
  path: '/instructions/toggle-state/{id}',
  tags: ['Identity'],
  operationId: 'toggleInstruction',
  summary: 'Show or hide an intro panel; the id is the flag without `_closed`',
  ...asMember,
  request: {
    params: z.object({
      id: z
        .string()
        .regex(/^[a-z][a-z0-9_]{1,39}$/)
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
  },
  responses: {
    200: answers(z.object({ instruction_state: z.record(z.string(), z.boolean()) }), 'The new state'),
    ...memberFailures,
  },
});
