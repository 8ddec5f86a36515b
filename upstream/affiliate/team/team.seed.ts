/** What the links of the demo club brought, and members who hide their names. */
import { sql } from 'drizzle-orm';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { affiliateCampaigns, affiliateHiddenNames, affiliateNodes } from './team.tables';

/** Adds clicks to the campaigns by which the members of the demo club came. Does nothing if there are some. */
export async function seedTeams({ db }: Deps, now: Date): Promise<void> {
  if ((await db.$count(affiliateCampaigns, sql`${affiliateCampaigns.clicks} > 0`)) > 0) return;
  await transaction(db, async (tx) => {
    const { registrations, label } = affiliateCampaigns;
    await tx
      .update(affiliateCampaigns)
      .set({ clicks: sql`${registrations} * (5 + char_length(${label})) + 3` })
      .where(sql`${registrations} > 0`);
    const hidden = tx
      .select({ userId: affiliateNodes.userId, since: sql`${now.toISOString()}::timestamptz`.as('since') })
      .from(affiliateNodes)
      .where(sql`${affiliateNodes.userId} % 23 = 0 and ${affiliateNodes.sponsorId} is not null`);
    await tx.insert(affiliateHiddenNames).select(hidden).onConflictDoNothing();
  });
}
