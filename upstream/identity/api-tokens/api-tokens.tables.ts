/** API tokens for the members' own programs. Constraints enforce docs/product/settings.md. */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type Ability, abilities } from '../../contract/abilities';
import { longestLifetimeDays, mostAllowedIps, mostApiTokens, NewApiToken } from '../../contract/api-tokens';
import { fits, literal } from '../../database/lengths';
import { users } from '../../members/members.tables';

const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

export const apiTokens = pgTable(
  'api_tokens',
  {
    /** UUIDv7. */
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Which of the member's ten places the token has, or null after it is revoked. No two tokens share a place. */
    place: smallint(),
    name: text().notNull(),
    /** SHA-256 in hex. The token itself is not stored. */
    tokenHash: text().notNull().unique(),
    /** The token's first characters, by which members recognise it. */
    prefix: text().notNull(),
    abilities: text().array().$type<Ability[]>().notNull(),
    /** In canonical form. Empty means every address. */
    allowedIps: text().array().notNull().default(sql`'{}'`),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Precise to the minute. */
    lastUsedAt: instant(),
    lastUsedIp: text(),
    /** When the member was told that the token expires soon. */
    expiryMailedAt: instant(),
    revokedAt: instant(),
    revokedReason: text(),
  },
  (t) => [
    unique('api_tokens_place').on(t.userId, t.place),
    uniqueIndex('api_tokens_name').on(t.userId, sql`lower(${t.name})`).where(sql`${t.revokedAt} is null`),
    index('api_tokens_expires_at_index').on(t.expiresAt),
    check('api_tokens_ten', sql`${t.place} between 1 and ${literal(mostApiTokens)}`),
    check(
      'api_tokens_revoked',
      sql`(${t.revokedAt} is null) = (${t.place} is not null) and (${t.revokedAt} is null) = (${t.revokedReason} is null)`,
    ),
    check('api_tokens_name_length', sql`${fits(t.name, NewApiToken.shape.name)} and ${t.name} = btrim(${t.name})`),
    check('api_tokens_secret', sql`${t.tokenHash} ~ '^[0-9a-f]{64}$' and ${t.prefix} ~ '^alm_[0-9A-Za-z]{6}$'`),
    check(
      'api_tokens_abilities',
      sql`cardinality(${t.abilities}) > 0 and ${t.abilities} <@ array[${sql.raw(abilities.map((ability) => `'${ability}'`).join(', '))}]`,
    ),
    check('api_tokens_allowed_ips', sql`cardinality(${t.allowedIps}) <= ${literal(mostAllowedIps)}`),
    check(
      'api_tokens_lifetime',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '${literal(longestLifetimeDays * 24)} hours'`,
    ),
  ],
);
