/** Creates, lists and revokes a member's API tokens. Rules: docs/product/settings.md#api-token. */

import type { z } from '@hono/zod-openapi';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type ApiToken, mostApiTokens } from '../../contract/api-tokens';
import { canonicalRange } from '../../contract/ip-ranges';
import { writeAudit } from '../../database/audit';
import type { Database, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { uuidV7 } from '../../database/uuid-v7';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import { tokenHash } from '../../keys';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { apiTokenCreatedMail } from './api-tokens.mails';
import { apiTokenCreatedNotice } from './api-tokens.notices';
import { apiTokens } from './api-tokens.tables';
import { textsIn } from './api-tokens.texts';
import { newApiToken, shownPrefix } from './token-format';

type ApiTokenRow = typeof apiTokens.$inferSelect;

/** The member's input, in the shape of the contract. */
export interface ApiTokenRequest {
  name: string;
  abilities: ApiTokenRow['abilities'];
  expires_in_days: number;
  allowed_ips: string[];
}

const dayMinutes = 24 * 60;

/** Returns the addresses in canonical form, without duplicates. Throws `InvalidFields` that names the invalid ones. */
export function checkAllowedIps(typed: string[], caller: Caller): string[] {
  const ranges = typed.map(canonicalRange);
  const wrong = typed.filter((_, at) => ranges[at] === null);
  if (wrong.length > 0) throw new InvalidFields({ allowed_ips: [textsIn(caller.language).notAddresses(wrong)] });
  return [...new Set(ranges.filter((range) => range !== null))];
}

/**
 * Creates a token and tells the member by mail and notification. Expired tokens first give up their names and places.
 * @param wanted with its addresses in canonical form
 * @returns the row, and the plain token, which is not stored
 * @throws `InvalidFields` if another token has the name; `Conflict` with ten tokens
 */
export async function createApiToken(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  wanted: ApiTokenRequest,
  caller: Caller,
): Promise<{ row: ApiTokenRow; plainText: string }> {
  const { now, language } = caller;
  // One transaction at a time for each member, so that the second one sees the place and name of the first.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
  await retire(tx, and(eq(apiTokens.userId, user.id), lte(apiTokens.expiresAt, now)), 'expired', now);
  const held = await tx
    .select({
      place: apiTokens.place,
      name: sql<string>`lower(${apiTokens.name})`,
      wanted: sql<string>`lower(${wanted.name})`,
    })
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, user.id), isNull(apiTokens.revokedAt)));
  if (held.some((token) => token.name === token.wanted))
    throw new InvalidFields({ name: [textsIn(language).nameTaken] });
  const place = Array.from({ length: mostApiTokens }, (_, at) => at + 1).find((free) =>
    held.every((token) => token.place !== free),
  );
  if (!place) throw new Conflict('too_many_api_tokens', textsIn(language).tooMany);
  const plainText = newApiToken();
  const [row] = await tx
    .insert(apiTokens)
    .values({
      id: uuidV7(now),
      userId: user.id,
      place,
      name: wanted.name,
      tokenHash: tokenHash(plainText),
      prefix: shownPrefix(plainText),
      abilities: [...new Set(wanted.abilities)],
      allowedIps: wanted.allowed_ips,
      createdAt: now,
      expiresAt: minutesAfter(now, wanted.expires_in_days * dayMinutes),
    })
    .returning();
  if (!row) throw new Error('The API token was not written.');
  await tellOfCreation(tx, deps, user, row);
  await audit(tx, 'api_token.created', row, caller, { abilities: row.abilities, days: wanted.expires_in_days });
  return { row, plainText };
}

async function tellOfCreation(tx: Tx, deps: Deps, user: UserRow, token: ApiTokenRow): Promise<void> {
  if (user.emailVerifiedAt) {
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: apiTokenCreatedMail,
      data: {
        firstname: user.firstname,
        name: token.name,
        abilities: token.abilities,
        expiresAt: token.expiresAt,
        url: `${deps.config.publicUrl}/settings/api-token`,
      },
    });
  }
  await createNotification({ ...deps, db: tx }, apiTokenCreatedNotice(user.id, token.name, token.createdAt));
}

/** Newest first. Expired tokens stay until housekeeping, so that members see why a program stopped working. */
export async function listApiTokens(db: Database, userId: number): Promise<ApiTokenRow[]> {
  return db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
}

/** Revokes one token of the member. Throws `NotFound` if it does not exist or belongs to another member. */
export async function revokeApiToken(db: Database, userId: number, id: string, caller: Caller): Promise<void> {
  await transaction(db, async (tx) => {
    const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId));
    const [revoked] = await retire(tx, own, 'revoked', caller.now);
    if (!revoked) throw new NotFound();
    await audit(tx, 'api_token.revoked', revoked, caller);
  });
}

/**
 * Revokes all tokens of a member, because a stranger may have had the account, or because it ends.
 * @param reason written to the rows and the audit log: `password_reset`
 * @returns the number of revoked tokens
 */
export async function revokeApiTokensOf(tx: Tx, userId: number, reason: string, now: Date): Promise<number> {
  const revoked = await retire(tx, eq(apiTokens.userId, userId), reason, now);
  if (revoked.length === 0) return 0;
  await writeAudit(tx, now, {
    action: 'api_token.all_revoked',
    actorId: userId,
    userId,
    detail: { reason, tokens: revoked.map(({ id }) => id) },
  });
  return revoked.length;
}

/** Revokes those of the tokens that are not revoked yet. */
export async function retire(
  tx: Tx | Database,
  which: ReturnType<typeof and>,
  reason: string,
  now: Date,
): Promise<ApiTokenRow[]> {
  return tx
    .update(apiTokens)
    .set({ revokedAt: now, revokedReason: reason, place: null })
    .where(and(which, isNull(apiTokens.revokedAt)))
    .returning();
}

const audit = (tx: Tx, action: string, token: ApiTokenRow, caller: Caller, detail: Record<string, unknown> = {}) =>
  writeAudit(tx, caller.now, {
    action,
    actorId: token.userId,
    userId: token.userId,
    ip: caller.ip,
    requestId: caller.requestId,
    detail: { token: token.id, ...detail },
  });

/** Returns the token in the shape of the contract. */
export function showApiToken(row: ApiTokenRow): z.infer<typeof ApiToken> {
  return {
    id: row.id,
    name: row.name,
    abilities: row.abilities,
    prefix: row.prefix,
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_ip: row.lastUsedIp,
    allowed_ips: row.allowedIps,
    created_at: row.createdAt.toISOString(),
  };
}
