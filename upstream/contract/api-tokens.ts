/** Tokens for a member's own programs that use the API. Rules: docs/product/settings.md#api-token. */
import { createRoute, z } from '@hono/zod-openapi';
import { abilities } from './abilities';
import { answers, asMember, body, Instant, memberFailures, noContent, OpaqueId } from './shapes';
import { verification } from './verification';

/** Tokens of one member that are valid at the same time. */
export const mostApiTokens = 10;
export const mostAllowedIps = 10;
export const longestLifetimeDays = 365;

const Ability = z.enum(abilities).openapi('Ability');

export const ApiToken = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    abilities: z.array(Ability),
    /** The first characters of the token. The rest is stored nowhere. */
    prefix: z.string(),
    expires_at: Instant,
    last_used_at: Instant.nullable(),
    last_used_ip: z.string().nullable(),
    /** Addresses and ranges (CIDR) from which the token may be used; empty: from everywhere. */
    allowed_ips: z.array(z.string()),
    created_at: Instant,
  })
  .openapi('ApiToken');

/** The fields of a new token. Its verification code confirms all of them. */
export const NewApiToken = z.strictObject({
  /** Unique among the member's tokens, ignoring case. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^\P{Cc}*$/u),
  abilities: z.array(Ability).min(1).max(abilities.length),
  expires_in_days: z.int().min(1).max(longestLifetimeDays).default(30),
  /** IPv4 and IPv6 addresses, and ranges such as `192.0.2.0/24`. */
  allowed_ips: z.array(z.string().trim().min(1).max(64)).max(mostAllowedIps).default([]),
});

export const listApiTokens = createRoute({
  method: 'get',
  path: '/user/api-tokens',
  tags: ['API tokens'],
  operationId: 'listApiTokens',
  summary: 'The member’s API tokens, newest first; expired ones for another 30 days',
  ...asMember,
  responses: {
    200: answers(
      z.object({
        data: z.array(ApiToken),
        /** Base URL of the calls, without a trailing slash. */
        api_url: z.url(),
        /** The reference of the calls. */
        docs_url: z.url().nullish(),
      }),
      'The tokens',
    ),
    ...memberFailures,
  },
});

export const createApiToken = createRoute({
  method: 'post',
  path: '/user/api-tokens',
  tags: ['API tokens'],
  operationId: 'createApiToken',
  summary: 'Make an API token; its plain text is in this answer and nowhere else',
  ...asMember,
  request: body(NewApiToken.extend(verification)),
  responses: {
    200: answers(ApiToken.extend({ plain_text_token: z.string().min(1) }), 'The token'),
    ...memberFailures,
  },
});

export const revokeApiToken = createRoute({
  method: 'delete',
  path: '/user/api-tokens/{id}',
  tags: ['API tokens'],
  operationId: 'revokeApiToken',
  summary: 'Revoke an API token; it stops working at once',
  ...asMember,
  request: {
    params: z.object({
      id: OpaqueId,
    }),
  },
  responses: { 204: noContent, ...memberFailures },
});
