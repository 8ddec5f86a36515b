import { sql } from 'drizzle-orm';
import type { Database } from '../../upstream/database/database';
import { aSale } from '../../upstream/growing/growing.testing';
import { newLabel } from '../../upstream/wallet/labels';
import type { Club } from './club';
import type { Member } from './members';

interface Purchase {
  roomCode: string;
  quantity: number;
  firstCycle?: number;
}

/** Gives a member plants of a paid order, for four cycles in a room of the test. Returns the label of the order. */
export async function givePlants(
  club: Club,
  { id }: Pick<Member, 'id'>,
  { roomCode, quantity, firstCycle = 1 }: Purchase,
): Promise<string> {
  const now = new Date(club.clock.now());
  const terms = { roomCode, firstCycle, total: quantity, maxPerMember: quantity, memberShare: 5000 };
  const sale = await aSale({ db: club.db as unknown as Database }, now, terms);
  const order = newLabel('OR');
  const at = now.toISOString();
  // Rows of a past in which the order was paid. Without their triggers, which want the entries of its payment.
  await club.db.execute(
    sql.raw(`do $$ declare last integer; begin
      set local session_replication_role = replica;
      insert into wallet_orders (label, user_id, type, status, amount, amount_paid, payment_method, created_at, expires_at)
        values ('${order}', ${id}, 'plant_purchase', 'completed', ${quantity * 10_000}, ${quantity * 10_000}, 'bank_transfer', '${at}', '${at}');
      insert into wallet_order_items (order_label, line, title, quantity, unit_price)
        values ('${order}', 1, 'plant', ${quantity}, 10000);
      insert into growing_purchases (order_label, sale_label, user_id, quantity, state, created_at, changed_at)
        values ('${order}', '${sale}', ${id}, ${quantity}, 'sold', '${at}', '${at}');
      update growing_sales set sold = ${quantity} where label = '${sale}';
      update growing_rooms set last_number = last_number + ${quantity} where code = '${roomCode}' returning last_number into last;
      insert into growing_plants (room_code, position, user_id, order_label, sale_label, purchased_at, first_cycle, last_cycle)
        select '${roomCode}', place, ${id}, '${order}', '${sale}', '${at}', ${firstCycle}, ${firstCycle} + 3
        from generate_series(last - ${quantity} + 1, last) as place;
      insert into growing_holdings (user_id, room_code, first_cycle, last_cycle, plants)
        values (${id}, '${roomCode}', ${firstCycle}, ${firstCycle} + 3, ${quantity});
      insert into growing_stock (room_code, first_cycle, last_cycle, plants)
        values ('${roomCode}', ${firstCycle}, ${firstCycle} + 3, ${quantity})
        on conflict (room_code, first_cycle, last_cycle) do update set plants = growing_stock.plants + excluded.plants;
    end $$`),
  );
  return order;
}

interface Statement {
  roomCode: string;
  cycle: number;
  version: number;
  grams: number;
  /** In cents. Half of it goes to the members. */
  revenue: number;
  reason?: string;
}

/** Approves and pays a statement, or a correction that adds to it. All plants of the room belong to the member. */
export async function payOut(club: Club, { id }: Pick<Member, 'id'>, statement: Statement): Promise<void> {
  const { roomCode, cycle, version, grams, revenue, reason } = statement;
  const at = new Date(club.clock.now()).toISOString();
  const why = reason ? `'${reason}'` : 'null';
  const key = `harvest:${roomCode}-${cycle}:${version}`;
  const it = `(room_code, cycle, version) = ('${roomCode}', ${cycle}, ${version})`;
  const label = newLabel('TX');
  await club.db.execute(
    sql.raw(`do $$ declare paid bigint; booked bigint; begin
      insert into growing_harvests (room_code, cycle, version, status, grams, revenue, costs, currency, member_share, reason,
          reason_de, four_eyes_from, recorded_at, recorded_by, harvested_at, weighed_at, surplus, pool, plants, lost, members, leftover)
        values ('${roomCode}', ${cycle}, ${version}, 'recorded', ${grams}, ${revenue}, '[]', 'EUR', 5000, ${why}, ${why},
          100000000, '${at}', ${id}, '${at}', '${at}', 0, 0, 0, 0, 0, 0);
      select due into paid from growing_harvest_shares where ${it} and user_id = ${id};
      insert into ledger_accounts (kind, user_id, currency, created_at) values ('club.harvest', null, 'EUR', '${at}'),
        ('club.payable', null, 'EUR', '${at}'), ('member.available', ${id}, 'EUR', '${at}') on conflict do nothing;
      insert into ledger_entries (kind, key, booked_at, salt, postings)
        values ('harvest', '${key}', '${at}', sha256('${key}'::bytea), 2) returning id into booked;
      insert into ledger_postings (entry_id, account_id, amount)
        select booked, id, case kind when 'club.harvest' then -paid else paid end from ledger_accounts
        where kind in ('club.harvest', 'club.payable') and currency = 'EUR' order by id;
      update growing_harvests set status = 'approved', approved_at = '${at}', approved_by = ${id} where ${it};
      insert into ledger_entries (kind, key, booked_at, salt, postings)
        values ('harvest_payout', '${key}:${id}', '${at}', sha256('${key}:${id}'::bytea), 2) returning id into booked;
      insert into ledger_postings (entry_id, account_id, amount)
        select booked, id, case kind when 'club.payable' then -paid else paid end from ledger_accounts
        where currency = 'EUR' and (kind = 'club.payable' or kind = 'member.available' and user_id = ${id}) order by id;
      insert into wallet_transactions
        (account_id, position, label, user_id, entry_id, type, status, amount, currency, balance_after,
          reference_kind, reference_label, booked_at)
        select account_id, position, '${label}', ${id}, booked, 'harvest_payout', 'completed', amount, currency, balance_after,
          'harvest', '${roomCode}-${cycle}', '${at}'
        from ledger_postings where entry_id = booked and amount > 0;
      update growing_harvest_shares set settled_at = '${at}', transaction_label = '${label}' where ${it};
      update growing_harvests set status = 'paid', paid_at = '${at}' where ${it};
    end $$`),
  );
}
