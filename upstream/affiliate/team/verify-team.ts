/** Compares the kept tree and its counts with `users` and plants, for `affiliate verify`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/database';
import { countedLevels } from './team.tables';

/** Returns at most `most` faults as plain sentences, in the order of the checks. */
export async function listTeamFaults(db: Queryable, most: number): Promise<string[]> {
  const faults: string[] = [];
  for (const check of [rings, nodes, lines, levels, months, sizes, campaigns]) {
    if (faults.length >= most) break;
    const { rows } = await db.execute<{ fault: string }>(sql`${check} order by 1 limit ${most - faults.length}`);
    faults.push(...rows.map(({ fault }) => fault));
  }
  return faults;
}

/** From the members without a sponsor, every member is reached. Only a ring and who is below it are not. */
const rings = sql`
  with recursive reached(id) as (
    select id from users where referrer_id is null
    union all
    select u.id from reached r join users u on u.referrer_id = r.id
  )
  select 'Member ' || id || ' stands in a ring of sponsors, or below one.' as fault from users
    where not exists (select from reached r where r.id = users.id)`;

/** What each member adds to the counts, from what other tables say. */
const nodes = sql`
  select 'Member ' || coalesce(n.user_id, w.user_id) || ' stands elsewhere in the tree, or adds other numbers, than members and plants say.' as fault
    from affiliate_nodes n full join (
      select u.id as user_id, u.referrer_id, u.created_at, (u.deleted_at is null)::int as members,
        (u.deleted_at is null and coalesce(p.plants, 0) > 0)::int as active, coalesce(v.volume, 0) as volume
      from users u
      left join (select user_id, count(*) as plants from growing_plants where returned_at is null group by user_id) as p
        on p.user_id = u.id
      left join (
        select p.user_id, sum(o.amount) as volume from growing_purchases p join wallet_orders o on o.label = p.order_label
        where p.state = 'sold' group by p.user_id
      ) as v on v.user_id = u.id
    ) as w on w.user_id = n.user_id
    where (n.sponsor_id, n.joined_at, n.members, n.active, n.volume)
      is distinct from (w.referrer_id, w.created_at, w.members, w.active, w.volume)`;

/** Who is above whom, from `users` alone. */
const walked = sql`
  with recursive walked(member_id, level, upline_id) as (
    select id, 1, referrer_id from users where referrer_id is not null
    union all
    select w.member_id, w.level + 1, u.referrer_id from walked w join users u on u.id = w.upline_id
    where w.level < ${countedLevels} and u.referrer_id is not null
  )`;

const lines = sql`${walked}
  select 'Member ' || coalesce(l.member_id, w.member_id) || ' has another upline on level ' || coalesce(l.level, w.level) || ' than the tree.' as fault
    from affiliate_lines l full join walked w on w.member_id = l.member_id and w.level = l.level
    where l.upline_id is distinct from w.upline_id`;

/** Lists where a kept table differs from sums over lines and nodes. A kept row of zeros is as good as none. */
const differing = (what: SQL, columns: SQL, kept: SQL, counted: SQL, is: SQL): SQL => sql`
  select ${what} as fault from (
    select ${columns}, sum(a) as a, sum(b) as b, sum(c) as c from (${kept} union all ${counted}) as both_sides group by ${columns}
  ) as sums where ${is}`;

const differs = sql`a <> 0 or b <> 0 or c <> 0`;

const levels = differing(
  sql`'Level ' || level || ' of member ' || user_id || ' is not what the tree counts.'`,
  sql`user_id, level`,
  sql`select user_id, level, members as a, active as b, volume as c from affiliate_levels`,
  sql`select l.upline_id, l.level, -n.members, -n.active, -n.volume from affiliate_lines l join affiliate_nodes n on n.user_id = l.member_id`,
  differs,
);

const months = differing(
  sql`'The month ' || to_char(month, 'YYYY-MM') || ' of member ' || user_id || ' is not what the tree counts.'`,
  sql`user_id, month`,
  sql`select user_id, month, members as a, 0 as b, 0 as c from affiliate_months`,
  sql`select l.upline_id, affiliate_month(n.joined_at), -n.members, 0, 0 from affiliate_lines l join affiliate_nodes n on n.user_id = l.member_id`,
  differs,
);

const sizes = differing(
  sql`'The size of the team of member ' || user_id || ' is not what the tree counts.'`,
  sql`user_id`,
  sql`select user_id, team as a, children as b, below_volume as c from affiliate_nodes`,
  sql`select l.upline_id, -n.members, case l.level when 1 then -1 else 0 end, -n.volume from affiliate_lines l join affiliate_nodes n on n.user_id = l.member_id`,
  differs,
);

/** Clicks are not compared, because nothing of a single click is kept. */
const campaigns = differing(
  sql`'What came of a campaign of member ' || user_id || ' is not what the tree counts.'`,
  sql`user_id, label`,
  sql`select user_id, label, registrations as a, active as b, 0 as c from affiliate_campaigns`,
  sql`select sponsor_id, campaign, -members, -active, 0 from affiliate_nodes where sponsor_id is not null`,
  differs,
);
