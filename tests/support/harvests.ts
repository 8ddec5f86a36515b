/** Harvests of rooms that only a test knows. Nothing of them is booked: the books are the upstream's own tests. */
import { sql } from 'drizzle-orm';
import { stages } from '../../upstream/contract/growing';
import type { Club } from './club';
import type { Member } from './members';

let rooms = 0;

interface Statement {
  id: string;
  version?: number;
  status?: 'recorded' | 'approved' | 'paid';
  revenue?: number;
  staff: Member;
}

/** Opens a room in which the member has so many plants, and lets it grow its first cycle. Returns the harvest's id. */
export async function growRoom(club: Club, { id: owner }: Member, plants: number): Promise<string> {
  const code = `T${++rooms}`;
  const at = new Date(club.clock.now() - 3_600_000).toISOString();
  await club.db.execute(
    sql.raw(`do $$ begin
      insert into growing_rooms (code, name, name_de, city, places, created_at)
        values ('${code}', 'House ${code}', 'Haus ${code}', 'Uelzen', 99, '${at}');
      ${stages.map((stage) => `insert into growing_stages (room_code, cycle, stage, since, strain) values ('${code}', 1, '${stage}', '${at}', 'Morgentau');`).join('\n')}
      set local session_replication_role = replica;
      insert into growing_plants (room_code, position, user_id, order_label, sale_label, purchased_at, first_cycle, last_cycle)
        select '${code}', place, ${owner}, 'OR-TEST', 'SL-TEST', '${at}', 1, 4 from generate_series(1, ${plants}) as place;
    end $$`),
  );
  return `${code}-1`;
}

/** Writes a version of the statement in its status. A paid one names a transaction where something is due. */
export async function stateHarvest(
  club: Club,
  { id, version = 1, status = 'paid', revenue = 100_000, staff }: Statement,
) {
  const [code] = id.split('-');
  const at = new Date(club.clock.now()).toISOString();
  const costs = JSON.stringify([
    { title: 'Work', title_de: 'Arbeit', amount: 20_000 },
    { title: 'Power', title_de: 'Strom', amount: 9_997 },
  ]);
  const reasons = version > 1 ? `'Power was counted twice', 'Strom war doppelt'` : 'null, null';
  const settled = `set settled_at = '${at}', transaction_label = case when due > 0 then 'TX-TEST' end`;
  await club.db.execute(
    sql.raw(`do $$ begin
      insert into growing_harvests (room_code, cycle, version, status, grams, revenue, costs, member_share, reason, reason_de,
          four_eyes_from, recorded_at, recorded_by, harvested_at, weighed_at, surplus, pool, plants, lost, members, leftover)
        values ('${code}', 1, ${version}, 'recorded', 1500, ${revenue}, '${costs}', 7000, ${reasons},
          10000000, '${at}', ${staff.id}, '${at}', '${at}', 0, 0, 0, 0, 0, 0);
      set local session_replication_role = replica;
      ${status === 'recorded' ? '' : `update growing_harvests set status = '${status}', approved_at = '${at}', approved_by = ${staff.id}, paid_at = ${status === 'paid' ? `'${at}'::timestamptz` : 'null'} where room_code = '${code}' and version = ${version};`}
      ${status === 'paid' ? `update growing_harvest_shares ${settled} where room_code = '${code}' and version = ${version};` : ''}
    end $$`),
  );
}
