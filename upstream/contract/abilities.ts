/** What an API token may do. Rules: product/settings.md, "API token": none of these moves money, and none changes the account. */
import type { RouteConfig } from '@hono/zod-openapi';

export const abilities = [
  'profile:read',
  'wallet:read',
  'growing:read',
  'affiliate:read',
  'support:read',
  'support:write',
  'appointments:read',
  'news:read',
] as const;

export type Ability = (typeof abilities)[number];

/** For a call that a member may make, and one of their API tokens that has the ability. */
export const withAbility = (ability: Ability): { security: Record<string, string[]>[] } => ({
  security: [{ bearer: [] }, { apiToken: [ability] }],
});

/** The ability that opens a call to API tokens; null for all the others, which none of them reaches. */
export function abilityFor({ security }: Pick<RouteConfig, 'security'>): Ability | null {
  const [name] = security?.flatMap(({ apiToken = [] }) => apiToken) ?? [];
  return abilities.find((ability) => ability === name) ?? null;
}
