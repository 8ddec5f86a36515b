import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import { minutesAfter } from '../../members/caller';
import { users } from '../../members/members.tables';
import { retire } from './api-tokens';
import { apiTokenExpiresMail } from './api-tokens.mails';
import { apiTokens } from './api-tokens.tables';

const day = 24 * 60;

/**
 * Tells members once about each token that expires within seven days. Removes expired tokens from the list after 30
 * days, and deletes revoked tokens after 90 days.
 */
export async function tidyApiTokens(deps: Deps, now: Date): Promise<void> {
  await tellOfExpiry(deps, now);
  await retire(deps.db, lte(apiTokens.expiresAt, minutesAfter(now, -30 * day)), 'expired', now);
  await deps.db.delete(apiTokens).where(lt(apiTokens.revokedAt, minutesAfter(now, -90 * day)));
}

/** The mail about a new token already tells its end if the token lasts a week or less. */
async function tellOfExpiry(deps: Deps, now: Date): Promise<void> {
  const isDue = and(
    isNull(apiTokens.revokedAt),
    isNull(apiTokens.expiryMailedAt),
    gt(apiTokens.expiresAt, now),
    lte(apiTokens.expiresAt, minutesAfter(now, 7 * day)),
    sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} > interval '168 hours'`,
  );
  const due = await deps.db.select({ id: apiTokens.id }).from(apiTokens).where(isDue);
  for (const { id } of due) {
    await transaction(deps.db, async (tx) => {
      const own = and(eq(apiTokens.id, id), isDue);
      const [token] = await tx.update(apiTokens).set({ expiryMailedAt: now }).where(own).returning();
      // Another process was faster, or the member revoked the token in the meantime.
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
