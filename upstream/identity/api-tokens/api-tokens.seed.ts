import type { Tx } from '../../database/database';
import { uuidV7 } from '../../database/uuid-v7';
import { tokenHash } from '../../keys';
import { minutesAfter } from '../../members/caller';
import { apiTokens } from './api-tokens.tables';
import { newApiToken, shownPrefix } from './token-format';

const day = 24 * 60;

/** Adds a token that a demo member's program uses. Nobody knows its plain text. */
export async function seedApiToken(tx: Tx, userId: number, now: Date): Promise<void> {
  const token = newApiToken();
  const createdAt = minutesAfter(now, -20 * day);
  await tx.insert(apiTokens).values({
    id: uuidV7(createdAt),
    userId,
    place: 1,
    name: 'Home Assistant',
    tokenHash: tokenHash(token),
    prefix: shownPrefix(token),
    abilities: ['profile:read', 'growing:read', 'appointments:read'],
    allowedIps: ['192.0.2.0/24', '2001:db8:7::/48'],
    createdAt,
    expiresAt: minutesAfter(createdAt, 90 * day),
    lastUsedAt: minutesAfter(now, -15),
    lastUsedIp: '192.0.2.17',
  });
}
