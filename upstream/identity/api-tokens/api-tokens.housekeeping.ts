import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import { minutesAfter } from '../caller';
import { users } from '../identity.tables';
import { retire } from './api-tokens';
import { apiTokenExpiresMail } from './api-tokens.mails';
import { apiTokens } from './api-tokens.tables';

const day = 24 * 60;

/**
 * Tells the members of tokens that end within seven days, each once; takes expired ones from the list after 30 days,
 * and deletes what was revoked 90 days ago.
 */
export async function tidyApiTokens(deps: Deps, now: Date): Promise<void> {
  await tellOfExpiry(deps, now);
  await retire(deps.db, lte(apiTokens.expiresAt, minutesAfter(now, -30 * day)), 'expired', now);
  await deps.db.delete(apiTokens).where(lt(apiTokens.revokedAt, minutesAfter(now, -90 * day)));
}

/** Whoever made a token for a week or less was told of its end in that mail. */
async function tellOfExpiry(deps: Deps, now: Date): Promise<void> {
  const isDue = and(
    isNull(apiTokens.revokedAt),
    isNull(apiTokens.expiryToldAt),
    gt(apiTokens.expiresAt, now),
    lte(apiTokens.expiresAt, minutesAfter(now, 7 * day)),
    sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} > interval '168 hours'`,
  );
  const due = await deps.db.select({ id: apiTokens.id }).from(apiTokens).where(isDue);
  for (const { id } of due) {
    await transaction(deps.db, async (tx) => {
      const own = and(eq(apiTokens.id, id), isDue);
      const [token] = await tx.update(apiTokens).set({ expiryToldAt: now }).where(own).returning();
      // Another process was first, or the member revoked it meanwhile.
      if (!token) return;
      const [user] = await tx.select().from(users).where(eq(users.id, token.userId));
      if (!user?.emailVerifiedAt) return;
      await sendMail(tx, deps, {
        to: user.email,
        language: user.language,
        template: apiTokenExpiresMail,
        data: {
          firstname: user.firstname,
          name: token.name,
          expiresAt: token.expiresAt,
          url: `${deps.config.publicUrl}/settings/api-token`,
        },
      });
    });
  }
}
