/** A member's line, level by level. Rules: docs/product/affiliate.md. */
import { type SQL, sql } from 'drizzle-orm';
import type { Team, TeamFilters, TeamMember } from '../../contract/affiliate';
import type { Queryable } from '../../database/database';
import { NotFound } from '../../http/problems';
import { shortName } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { affiliateHiddenNames, affiliateLines, affiliateNodes, countedLevels } from './team.tables';
import { readTeamKey, teamKey } from './team-keys';

/** A search lists at most so many, the first by name, and says if there are more. So its cost does not grow with the team. */
export const mostHits = 100;
/** Up to this size of a line, a search reads the line; beyond it, the index of names. */
const smallTeam = 2000;
/** No line is as long. PostgreSQL computes with twice the offset as an integer. */
const furthest = 1_000_000_000;

interface Viewer {
  id: number;
  secrets: string[];
}

type Row = {
  id: number;
  firstname: string;
  lastname: string;
  is_nameless: boolean;
  level: number;
  joined_at: string;
  active: number;
  volume: string;
  size: number;
  children: number;
};

/**
 * Returns a page of the direct line of the viewer, or of a member below; with `q`, of all below who have such a name.
 * @throws NotFound if the parent is not in the viewer's line
 */
export async function listTeam(
  db: Queryable,
  viewer: Viewer,
  { parent, q, sort, page, per_page: perPage }: TeamFilters,
): Promise<{ data: TeamMember[]; total: number; above: Team['above']; has_more: boolean }> {
  const chain = parent === undefined ? [] : await listChain(db, viewer, parent);
  const base = chain.at(-1)?.id ?? viewer.id;
  const part = { sort, limit: perPage, offset: Math.min((page - 1) * perPage, furthest) };
  const { pages, total, hasMore } = q
    ? await searchBelow(db, { viewer, base, level: chain.length }, q, part)
    : listBelow(base, part);
  const { rows } = await db.execute<{ total: number; has_more: boolean; data: Row[] }>(sql`
    with ${pages}
    select ${total} as total, ${hasMore} as has_more, (
      select coalesce(json_agg(json_build_object(
        'id', n.user_id, 'firstname', u.firstname, 'lastname', u.lastname, 'level', l.level, 'joined_at', n.joined_at,
        'is_nameless', u.deleted_at is not null or l.level > 1 and h.user_id is not null, 'active', n.active,
        'volume', (n.volume + n.below_volume)::text, 'size', n.team, 'children', n.children
      ) order by ${orderOf(sort, 'forwards')}), '[]')
      from page p join ${affiliateNodes} n on n.user_id = p.user_id join ${users} u on u.id = n.user_id
      join ${affiliateLines} l on l.member_id = n.user_id and l.upline_id = ${viewer.id}
      left join ${affiliateHiddenNames} h on h.user_id = n.user_id
    ) as data`);
  const [found] = rows as [(typeof rows)[number]];
  return {
    data: found.data.map((row) => showMember(row, viewer)),
    total: found.total,
    has_more: found.has_more,
    above: chain.map((row) => ({
      key: teamKey(viewer.secrets, viewer.id, row.id),
      level: row.level,
      name: nameOf(row),
    })),
  };
}

type ChainRow = Pick<Row, 'id' | 'firstname' | 'lastname' | 'is_nameless' | 'level'>;

/** Returns who stands between the viewer and a member, and the member, from the first level down. */
async function listChain(db: Queryable, { id: viewerId, secrets }: Viewer, key: string): Promise<ChainRow[]> {
  const memberId = readTeamKey(secrets, viewerId, key);
  if (memberId === null) throw new NotFound();
  // The viewer sees nobody below the last counted level.
  const { rows } = await db.execute<ChainRow>(sql`
    with own as (
      select level from ${affiliateLines}
      where member_id = ${memberId} and upline_id = ${viewerId} and level < ${countedLevels}
    )
    select u.id, u.firstname, u.lastname, own.level - up.level as level,
      u.deleted_at is not null or own.level - up.level > 1 and h.user_id is not null as is_nameless
    from own join (
      select 0 as level, ${memberId}::int as user_id
      union all
      select level, upline_id from ${affiliateLines} where member_id = ${memberId}
    ) up on up.level < own.level
    join ${users} u on u.id = up.user_id left join ${affiliateHiddenNames} h on h.user_id = u.id
    order by own.level - up.level`);
  if (rows.length === 0) throw new NotFound();
  return rows;
}

interface Part {
  sort: TeamFilters['sort'];
  limit: number;
  offset: number;
}

/** The nodes directly below. Their number is kept, and a page behind the middle is read from the end. */
function listBelow(base: number, { sort, limit, offset }: Part) {
  const kept = sql`(select children from ${affiliateNodes} where user_id = ${base})`;
  const pages = sql`size as (select coalesce(${kept}, 0) as total), page as (
    (select n.user_id from ${affiliateNodes} n, size
      where n.sponsor_id = ${base} and ${offset} * 2 <= size.total
      order by ${orderOf(sort, 'forwards')} limit ${limit} offset ${offset})
    union all
    (select n.user_id from ${affiliateNodes} n, size
      where n.sponsor_id = ${base} and ${offset} * 2 > size.total
      order by ${orderOf(sort, 'backwards')}
      limit greatest(0, least(${limit}::int, (select total from size) - ${offset}::int))
      offset greatest(0, (select total from size) - ${offset}::int - ${limit}::int))
  )`;
  return { pages, total: sql`(select total from size)`, hasMore: sql`false` };
}

interface Below {
  viewer: Viewer;
  base: number;
  /** The level of the base as the viewer sees it, 0 for the viewer. */
  level: number;
}

/** Who is below on any counted level, with a first name that the viewer sees and that begins so. */
async function searchBelow(db: Queryable, { base, level }: Below, q: string, { sort, limit, offset }: Part) {
  const { rows } = await db.execute<{ team: number }>(sql`select team from ${affiliateNodes} where user_id = ${base}`);
  const isSmall = (rows[0]?.team ?? 0) <= smallTeam;
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const fits = sql`lower(u.firstname) like ${begins} and u.deleted_at is null and l.level + ${level} <= ${countedLevels}
    and (l.level + ${level} = 1 or not exists (select from ${affiliateHiddenNames} h where h.user_id = u.id))`;
  const source = isSmall
    ? sql`${affiliateLines} l join ${users} u on u.id = l.member_id where l.upline_id = ${base} and ${fits}`
    : sql`${users} u cross join lateral (
        select level from ${affiliateLines} where member_id = u.id and upline_id = ${base} offset 0
      ) l where ${fits}`;
  const pages = sql`hits as materialized (
    select u.id as user_id, lower(u.firstname) as name from ${source} order by lower(u.firstname) using ~<~, u.id limit ${mostHits + 1}
  ), listed as (
    select user_id from hits order by name using ~<~, user_id limit ${mostHits}
  ), page as (
    select n.user_id from listed join ${affiliateNodes} n on n.user_id = listed.user_id
    order by ${orderOf(sort, 'forwards')} limit ${limit} offset ${offset}
  )`;
  const hits = sql`(select count(*)::int from hits)`;
  return { pages, total: sql`least(${hits}, ${mostHits}::int)`, hasMore: sql`${hits} > ${mostHits}` };
}

const columns = { joined: sql`n.joined_at`, volume: sql`(n.volume + n.below_volume)`, size: sql`n.team` };

const orderOf = (sort: TeamFilters['sort'], way: 'forwards' | 'backwards'): SQL =>
  way === 'forwards' ? sql`${columns[sort]} desc, n.user_id` : sql`${columns[sort]}, n.user_id desc`;

/** The name of a member of the line as the viewer sees it. */
export const nameOf = (row: Pick<Row, 'firstname' | 'lastname' | 'level' | 'is_nameless'>): string | null =>
  row.is_nameless ? null : row.level === 1 ? `${row.firstname} ${row.lastname}` : shortName(row);

const showMember = (row: Row, { id, secrets }: Viewer): TeamMember => ({
  key: teamKey(secrets, id, row.id),
  name: nameOf(row),
  level: row.level,
  joined_at: new Date(row.joined_at).toISOString(),
  active: row.active > 0,
  volume: decimal(BigInt(row.volume), 'EUR'),
  size: row.size,
  // Nobody below the last counted level is shown.
  children: row.level < countedLevels ? row.children : 0,
});
