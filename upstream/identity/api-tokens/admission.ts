/** How an API token gets in: to the calls that its abilities open, and to nothing else. */

import type { RouteConfig } from '@hono/zod-openapi';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { abilityFor } from '../../contract/abilities';
import { isWithin } from '../../contract/ip-ranges';
import type { Database } from '../../database/database';
import type { Deps } from '../../deps';
import type { Env, TokenHolder } from '../../http/env';
import { Forbidden, Unauthenticated } from '../../http/problems';
import { showAllowance } from '../../http/throttle';
import { minutesAfter } from '../caller';
import { users } from '../identity.tables';
import { tokenHash } from '../keys';
import { firstline, type UserRow } from '../members';
import { requirePermission } from '../permissions';
import { countAttempt } from '../throttles';
import { apiTokens } from './api-tokens.tables';
import { textsIn } from './api-tokens.texts';
import { isWhole } from './token-format';

/** The member whose API token calls, with what the one query found. */
export interface ApiTokenHolder extends TokenHolder {
  user: UserRow;
  firstline: number;
}

type ApiTokenRow = typeof apiTokens.$inferSelect;

/**
 * The member behind an API token, for a call that one of its abilities opens; the use is noted.
 * @throws `Unauthenticated` for a token that is unknown, revoked or over; `Forbidden` with `ip_not_allowed` from an
 * address that it does not work from, with `missing_permission` for a member who may no longer have tokens, and with
 * `missing_ability` for every other call; `TooManyAttempts` above 60 calls a minute, refused ones among them
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

/** At most once a minute. */
async function noteUse(db: Database, { id, lastUsedAt }: ApiTokenRow, ip: string | null, now: Date): Promise<void> {
  const aMinuteAgo = minutesAfter(now, -1);
  if (lastUsedAt && lastUsedAt > aMinuteAgo) return;
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now, lastUsedIp: ip })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, aMinuteAgo))));
}
