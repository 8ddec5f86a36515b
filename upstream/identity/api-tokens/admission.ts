/** Admits an API token to the calls that its abilities open, and to no others. */

import type { RouteConfig } from '@hono/zod-openapi';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { abilityFor } from '../../contract/abilities';
import { isWithin } from '../../contract/ip-ranges';
import type { Database } from '../../database/database';
import type { Deps } from '../../deps';
import type { Env } from '../../http/env';
import { Forbidden, Unauthenticated } from '../../http/problems';
import { showAllowance } from '../../http/throttle';
import { tokenHash } from '../../keys';
import { minutesAfter } from '../../members/caller';
import type { ApiTokenHolder } from '../../members/member-gate';
import { users } from '../../members/members.tables';
import { requirePermission } from '../../members/permissions';
import { countAttempt } from '../../members/throttles';
import { firstline } from '../../members/users';
import { apiTokens } from './api-tokens.tables';
import { textsIn } from './api-tokens.texts';
import { isWhole } from './token-format';

type ApiTokenRow = typeof apiTokens.$inferSelect;

/**
 * Returns the member behind an API token for a call that one of its abilities opens, and records the use.
 * @throws `Unauthenticated` for an unknown, revoked or expired token; `Forbidden` with `ip_not_allowed` from an address
 * that is not allowed, with `missing_permission` for a member who may no longer have tokens, and with `missing_ability`
 * for every other call; `TooManyAttempts` above 60 calls a minute, including refused ones
 */
export async function admitApiToken(
  { db }: Deps,
  call: Pick<RouteConfig, 'security'>,
  bearer: string,
  c: Context<Env>,
): Promise<ApiTokenHolder> {
  const { ip, now, language } = c.var;
  const found = isWhole(bearer) ? await findGood(db, bearer, now) : undefined;
  if (!found) throw new Unauthenticated();
  const { token, user } = found;
  showAllowance(c, await countAttempt(db, 'api-token.minute', token.id));
  if (token.allowedIps.length > 0 && !isWithin(token.allowedIps, ip)) {
    throw new Forbidden('ip_not_allowed', textsIn(language).foreignIp);
  }
  requirePermission(user, 'api_token.manage');
  await noteUse(db, token, ip, now);
  const ability = abilityFor(call);
  if (!ability || !token.abilities.includes(ability)) {
    throw new Forbidden('missing_ability', textsIn(language).missingAbility);
  }
  return { id: user.id, permissions: user.permissions, apiTokenId: token.id, user, firstline: found.firstline };
}

async function findGood(db: Database, bearer: string, now: Date) {
  const [found] = await db
    .select({ token: apiTokens, user: users, firstline })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, tokenHash(bearer)), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now)));
  return found;
}

/** Writes at most once a minute. */
async function noteUse(db: Database, { id, lastUsedAt }: ApiTokenRow, ip: string | null, now: Date): Promise<void> {
  const aMinuteAgo = minutesAfter(now, -1);
  if (lastUsedAt && lastUsedAt > aMinuteAgo) return;
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now, lastUsedIp: ip })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, aMinuteAgo))));
}
