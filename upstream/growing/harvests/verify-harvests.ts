/** Compares harvests with the ledger and with the plants, for `ledger verify`. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { plantChecks } from '../plants/verify-plants';

/**
 * Returns at most `most` faults as plain sentences, read in the caller's snapshot. The queries call no function of the
 * schema, because an owner who disables triggers can also replace functions.
 */
export async function listGrowingFaults(tx: Tx, most: number): Promise<string[]> {
  const faults: string[] = [];
  for (const check of [statements, shares, settled, payouts, entries, overpaid, counts, ...plantChecks]) {
    const { rows } = await tx.execute<{ fault: string }>(sql`${check} order by 1 limit ${most - faults.length}`);
    faults.push(...rows.map(({ fault }) => fault));
    if (faults.length >= most) break;
  }
  return faults;
}

const idOf = (row: string) => sql.raw(`${row}.room_code || '-' || ${row}.cycle || '.' || ${row}.version`);
const keyOf = (row: string) =>
  sql.raw(`'harvest:' || ${row}.room_code || '-' || ${row}.cycle || ':' || ${row}.version`);
const isOf = (share: string, harvest: string) =>
  sql.raw(
    `(${share}.room_code, ${share}.cycle, ${share}.version) = (${harvest}.room_code, ${harvest}.cycle, ${harvest}.version)`,
  );

/** The pool follows from revenue, costs and share, and the shares are all of it. */
const statements = sql`
  select 'Harvest ' || ${idOf('h')} || ' has a surplus, a pool or a leftover that does not follow from its figures.' as fault
    from growing_harvests h
    cross join lateral (
      select h.revenue - coalesce(sum((cost ->> 'amount')::bigint), 0)::bigint as surplus from jsonb_array_elements(h.costs) as cost
    ) as c
    cross join lateral (
      select coalesce(sum(s.plants), 0) as plants, count(*) as members, coalesce(sum(s.payout), 0) as payouts,
        coalesce(sum(h.pool * s.plants / nullif(h.plants, 0)), 0) as cut
      from growing_harvest_shares s where ${isOf('s', 'h')}
    ) as s
    where (h.surplus, h.pool, h.plants, h.members, h.leftover)
      is distinct from (c.surplus, case when h.plants = 0 then 0 else greatest(c.surplus, 0) * h.member_share / 10000 end,
        s.plants, s.members, h.pool - s.cut)
      or s.payouts <> h.pool
  union all
  select 'Harvest ' || ${idOf('h')} || ' is ' || h.status || ', and its approval is not booked as the sum of its shares.'
    from growing_harvests h
    cross join lateral (
      select coalesce(sum(greatest(s.due, 0)), 0) as due from growing_harvest_shares s where ${isOf('s', 'h')}
    ) as s
    left join lateral (
      select jsonb_object_agg(a.kind || ' ' || p.currency, p.amount) as amounts, count(*) as postings
      from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
      where e.key = ${keyOf('h')}
    ) as b on true
    where case when h.status in ('approved', 'paid') and s.due > 0
      then b.postings <> 2 or b.amounts is distinct from
        jsonb_build_object('club.harvest ' || h.currency, -s.due, 'club.payable ' || h.currency, s.due)
      else b.postings > 0 end`;

/** Each share is rounded down, and the cents that are left go to the largest remainders. */
const shares = sql`
  select 'The share of member ' || user_id || ' in harvest ' || id || ' is not what the rule gives.' as fault
    from (
      select s.user_id, ${idOf('s')} as id, s.payout, s.remainder, s.due, h.pool * s.plants % h.plants as right_remainder,
        h.pool * s.plants / h.plants + (row_number() over (
          partition by h.room_code, h.cycle, h.version order by h.pool * s.plants % h.plants desc, s.first_plant) <= h.leftover)::int as right_payout,
        s.payout - coalesce((
          select b.payout from growing_harvest_shares b join growing_harvests o using (room_code, cycle, version)
          where b.room_code = s.room_code and b.cycle = s.cycle and b.user_id = s.user_id and b.version < s.version and o.status = 'paid'
          order by b.version desc limit 1), 0) as right_due
      from growing_harvest_shares s join growing_harvests h using (room_code, cycle, version)
      where h.plants > 0
    ) as share
    where (payout, remainder, due) is distinct from (right_payout, right_remainder, right_due)`;

/** A settled share is booked with its amounts, and its transaction with it. A member who has left gets none. */
const settled = sql`
  select 'The share of member ' || s.user_id || ' in harvest ' || ${idOf('s')} || case
      when s.settled_at is null then ' is not settled, and it is booked or its harvest is paid.'
      else ' is booked with other amounts, or not at all.' end as fault
    from growing_harvest_shares s
    join growing_harvests h using (room_code, cycle, version)
    join users u on u.id = s.user_id
    cross join lateral (
      select case when s.transaction_label is null and u.deleted_at is not null then 0 else greatest(s.due, 0) - s.withheld end as paid
    ) as m
    left join lateral (
      select jsonb_object_agg(a.kind || ' ' || coalesce(a.user_id::text, '-') || ' ' || p.currency, p.amount) as amounts,
        count(*) as postings, min(e.id) as entry
      from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
      where e.key = ${keyOf('s')} || ':' || s.user_id
    ) as b on true
    left join lateral (
      select jsonb_object_agg(name || ' ' || h.currency, amount) as amounts, count(*) as postings from (values
        ('member.available ' || s.user_id, m.paid), ('club.payable -', -(m.paid + s.withheld)),
        ('club.overpaid -', s.withheld + least(s.due, 0)), ('club.harvest -', -least(s.due, 0))) as wanted (name, amount)
      where amount <> 0
    ) as w on true
    where case when s.settled_at is null then b.postings > 0 or h.status = 'paid'
      else (b.amounts, b.postings) is distinct from (w.amounts, w.postings)
        or (m.paid > 0) <> (s.transaction_label is not null)
        or m.paid > 0 and not exists (
          select 1 from wallet_transactions t
          where t.label = s.transaction_label and t.entry_id = b.entry and t.user_id = s.user_id and t.amount = m.paid) end`;

/** Each payout of a harvest belongs to one share. */
const payouts = sql`
  select 'Transaction ' || t.label || ' pays harvest ' || t.reference_label || ', and no share of it.' as fault
    from wallet_transactions t
    where t.type = 'harvest_payout' and t.reference_kind = 'harvest'
      and (
      select count(*) from growing_harvest_shares s
      where s.user_id = t.user_id and s.transaction_label = t.label and s.room_code || '-' || s.cycle = t.reference_label
      ) <> 1`;

/** Nothing else is booked in the name of a harvest. */
const entries = sql`
  select 'The entry ' || e.key || ' belongs to no harvest.' as fault
    from ledger_entries e
    where e.key like 'harvest:%' and e.key not like '%:repayment'
      and not exists (select 1 from growing_harvests h where ${keyOf('h')} = e.key)
      and not exists (select 1 from growing_harvest_shares s where ${keyOf('s')} || ':' || s.user_id = e.key)`;

/** What members had too much is the negated balance of \`club.overpaid\`. */
const overpaid = sql`
  select 'Members had ' || sum(noted) || ' cents too much in ' || currency || ', and club.overpaid holds ' || sum(held) || '.' as fault
    from (
      select currency::text as currency, amount as noted, 0 as held from growing_overpaid
      union all
      select currency, 0, -balance from ledger_accounts where kind = 'club.overpaid'
    ) as money
    group by currency having sum(noted) <> sum(held)
  union all
  select 'Member ' || user_id || ' had ' || sum(right_amount) || ' cents too much, and ' || sum(noted) || ' are noted.'
    from (
      select s.user_id, h.currency::text as currency, -least(s.due, 0) - s.withheld as right_amount, 0 as noted
        from growing_harvest_shares s join growing_harvests h using (room_code, cycle, version) where s.settled_at is not null
      union all
      select user_id, currency::text, 0, amount from growing_overpaid
    ) as amounts
    group by user_id, currency having sum(right_amount) <> sum(noted)`;

/** The kept counts are the numbers of plants. */
const counts = sql`
  select 'Member ' || user_id || ' has ' || sum(plants) || ' plants in ' || room_code || ' for the cycles ' || first_cycle || ' to '
      || last_cycle || ', and ' || sum(kept) || ' are noted.' as fault
    from (
      select user_id, room_code, first_cycle, last_cycle, 1 as plants, 0 as kept from growing_plants where returned_at is null
      union all
      select user_id, room_code, first_cycle, last_cycle, 0, plants from growing_holdings
    ) as h
    group by user_id, room_code, first_cycle, last_cycle having sum(plants) <> sum(kept)
  union all
  select 'Room ' || room_code || ' has ' || sum(plants) || ' plants for the cycles ' || first_cycle || ' to ' || last_cycle
      || ', and ' || sum(kept) || ' are noted.'
    from (
      select room_code, first_cycle, last_cycle, 1 as plants, 0 as kept from growing_plants where returned_at is null
      union all
      select room_code, first_cycle, last_cycle, 0, plants from growing_stock
    ) as s
    group by room_code, first_cycle, last_cycle having sum(plants) <> sum(kept)`;
