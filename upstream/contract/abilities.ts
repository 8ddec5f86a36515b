/**
 * Abilities of API tokens. Rules: docs/product/settings.md#api-token: none of them moves money or changes the account.
 */
import type { RouteConfig } from '@hono/zod-openapi';

export const abilities = [
  'profile:read',
  'wallet:read',
  'growing:read',
  'affiliate:read',
  'support:read',
  'support:write',
  'chat:read',
  'appointments:read',
  'news:read',
] as const;

export type Ability = (typeof abilities)[number];

/** For a call that a member may make, and an API token of the member with this ability. */
export const withAbility = (ability: Ability): { security: Record<string, string[]>[] } => ({
  security: [{ bearer: [] }, { apiToken: [ability] }],
});

/** Returns the ability that opens a call to API tokens, or null if no API token may make it. */
export function abilityFor({ security }: Pick<RouteConfig, 'security'>): Ability | null {
  const [name] = security?.flatMap(({ apiToken = [] }) => apiToken) ?? [];
  return abilities.find((ability) => ability === name) ?? null;
}
