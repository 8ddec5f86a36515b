/** What came of a member's link, and how the team grew: figures from kept counts. */
import { sql } from 'drizzle-orm';
import { affiliateConfig } from '../../affiliate-config';
import { type Affiliate, type Growth, mostCampaigns } from '../../contract/affiliate';
import type { Queryable } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { sumCommissions } from '../commissions/sum';
import { affiliateCampaigns, affiliateHiddenNames, affiliateLevels, affiliateMonths } from './team.tables';

type Counts = { members: number; active: number };
type Level = Counts & { level: number; volume: string };
type Campaign = { label: string; clicks: number; registrations: number; active: number };
type Row = { levels: Level[]; clicks: number; campaigns: Campaign[]; hidden: boolean };

/** Returns the figures of a member. */
export async function getAffiliate(
  db: Queryable,
  { id, refHash }: { id: number; refHash: string },
): Promise<Affiliate> {
  const { rows } = await db.execute<Row>(sql`
    select
      (select coalesce(json_agg(json_build_object('level', level, 'members', members, 'active', active,
        'volume', volume::text) order by level), '[]')
        from ${affiliateLevels} where user_id = ${id} and (members > 0 or volume > 0)) as levels,
      (select coalesce(sum(clicks), 0)::int from ${affiliateCampaigns} where user_id = ${id}) as clicks,
      (select coalesce(json_agg(c order by c.clicks desc, c.label), '[]') from (
        select label, clicks, registrations, active from ${affiliateCampaigns}
        where user_id = ${id} and clicks + registrations > 0 order by clicks desc, label limit ${mostCampaigns}) c) as campaigns,
      exists (select from ${affiliateHiddenNames} where user_id = ${id}) as hidden`);
  const [{ levels, clicks, campaigns, hidden }] = rows as [Row];
  const { earned, pending } = await sumCommissions(db, id);
  const first = levels.find(({ level }) => level === 1) ?? { members: 0, active: 0 };
  return {
    ref_hash: refHash,
    link: `/r/${refHash}`,
    currency: 'EUR',
    stats: {
      ...{ clicks, registrations: first.members, active: first.active, conversion: shareOf(first.active, clicks) },
      ...{ earned: decimal(earned, 'EUR'), pending: decimal(pending, 'EUR') },
    },
    levels: levels.map(({ volume, ...level }) => ({
      ...level,
      volume: decimal(BigInt(volume), 'EUR'),
      rate: rateOf(level.level),
    })),
    campaigns: campaigns.map((one) => ({ ...one, label: one.label || null, rate: shareOf(one.active, one.clicks) })),
    name_hidden: hidden,
  };
}

/** The rate of a level in per cent, `5.00`, or null. */
export function rateOf(level: number): string | null {
  const rate = affiliateConfig().rates[level - 1];
  return rate === undefined ? null : (rate / 100).toFixed(2);
}

const shareOf = (active: number, clicks: number): string | null =>
  clicks === 0 ? null : ((active / clicks) * 100).toFixed(1);

/** Returns who joined in each of the last 12 months, by the club's calendar. */
export async function getGrowth(db: Queryable, userId: number, now: Date): Promise<Growth> {
  const { rows } = await db.execute<Growth['months'][number] & Record<string, unknown>>(sql`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(kept.members, 0) as members
    from (
      select (affiliate_month(${now.toISOString()}::timestamptz) - make_interval(months => back))::date as month
      from generate_series(0, 11) as back
    ) as m
    left join ${affiliateMonths} kept on kept.user_id = ${userId} and kept.month = m.month
    order by m.month`);
  return { months: rows.map(({ month, members }) => ({ month, members })) };
}
