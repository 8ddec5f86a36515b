/** Compares commissions with orders and with the ledger, for `ledger verify`. */
import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database';

/** Returns at most `most` faults as plain sentences, read in the caller's snapshot. No query calls a function of the schema. */
export async function listCommissionFaults(tx: Tx, most: number): Promise<string[]> {
  const faults: string[] = [];
  for (const check of [booked, entries, orders, earners, setOffs, owed, sums]) {
    const { rows } = await tx.execute<{ fault: string }>(sql`${check} order by 1 limit ${most - faults.length}`);
    faults.push(...rows.map(({ fault }) => fault));
    if (faults.length >= most) break;
  }
  return faults;
}

/** What each commission must have booked: its payment and its reversal. A key without postings must not exist. */
const wanted = sql`
  select 'commission:' || id || ':paid' as key, id, user_id, currency, transaction_label as label, amount - withheld as available,
      -amount as expense, withheld as owing
    from affiliate_commissions where paid_at is not null
  union all
  select 'commission:' || c.id || ':reversed', id, user_id, currency, reversal_label, -taken, amount, taken - amount
    from affiliate_commissions c where paid_at is not null and settled_at is not null`;

const booked = sql`
  select 'Commission ' || w.id || ' is booked with other amounts, or not at all (' || w.key || ').' as fault
    from (${wanted}) as w
    left join lateral (
      select jsonb_object_agg(a.kind || ' ' || coalesce(a.user_id::text, '-') || ' ' || p.currency, p.amount) as amounts,
        count(*) as postings, min(e.id) as entry
      from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
      where e.key = w.key
    ) as b on true
    left join lateral (
      select jsonb_object_agg(name || ' ' || w.currency, amount) as amounts, count(*) as postings from (values
        ('member.available ' || w.user_id, w.available), ('club.commission -', w.expense), ('club.commission_owed -', w.owing)
      ) as p (name, amount) where amount <> 0
    ) as r on true
    where (b.amounts, b.postings) is distinct from (r.amounts, r.postings)
      or (w.available <> 0) <> (w.label is not null)
      or w.label is not null and not exists (
        select 1 from wallet_transactions t where t.label = w.label and t.entry_id = b.entry and t.user_id = w.user_id
          and t.amount = w.available and t.reference_kind = 'commission' and t.reference_label = w.id)`;

/** Nothing else is booked in the name of a commission. */
const entries = sql`
  select 'The entry ' || e.key || ' belongs to no commission.' as fault from ledger_entries e
    where e.key like 'commission:%' and e.key not like '%:repayment'
      and not exists (select 1 from (${wanted}) as w where w.key = e.key)`;

const orders = sql`
  select 'Commission ' || c.id || ' is ' || c.status || ', and its order is ' || o.status || '.' as fault
    from affiliate_commissions c join wallet_orders o on o.label = c.order_label
    where o.status not in ('completed', 'refunded') or o.status = 'refunded' and c.status <> 'reversed'
      or c.reason = 'refund' and o.status <> 'refunded'
  union all
  select 'Commission ' || c.id || ' does not have the buyer or the price of its order.'
    from affiliate_commissions c join wallet_orders o on o.label = c.order_label
    where (c.buyer_id, c.base_amount, c.currency) is distinct from (o.user_id, o.amount, o.currency)`;

/** A line in which somebody was moved is left out, because the line at the time of the order is not kept. */
const earners = sql`
  select 'Commission ' || c.id || ' of level ' || c.level || ' belongs to member ' || c.user_id || ', and member ' || line.user_id || ' stands there.' as fault
    from affiliate_commissions c join users b on b.id = c.buyer_id
    left join users u on u.id = b.referrer_id left join users v on v.id = u.referrer_id
    cross join lateral (values
      (1, b.referrer_id, array[b.id]), (2, u.referrer_id, array[b.id, u.id]), (3, v.referrer_id, array[b.id, u.id, v.id])
    ) as line (level, user_id, below)
    where line.level = c.level and line.user_id <> c.user_id
      and not exists (select from affiliate_moves m where m.user_id = any (line.below))`;

/** What was withheld of one commission was owed by others of the same member. */
const setOffs = sql`
  select 'Commission ' || c.id || ' withheld ' || c.withheld || ' cents, and ' || s.amount || ' are set off.' as fault
    from affiliate_commissions c
    cross join lateral (select coalesce(sum(amount), 0) as amount from affiliate_set_offs where commission_id = c.id) as s
    where c.withheld <> s.amount
  union all
  select 'Commission ' || c.id || ' owes ' || c.owed || ' cents, and ' || c.amount - c.taken - s.amount || ' are left.'
    from affiliate_commissions c
    cross join lateral (select coalesce(sum(amount), 0) as amount from affiliate_set_offs where reversed_id = c.id) as s
    where c.owed <> case when c.paid_at is null or c.settled_at is null then 0 else c.amount - c.taken - s.amount end`;

/** What members owe is the negated balance of \`club.commission_owed\`. */
const owed = sql`
  select 'Members owe ' || sum(noted) || ' cents of commissions in ' || currency || ', and club.commission_owed holds ' || sum(held) || '.' as fault
    from (
      select currency::text as currency, owed as noted, 0 as held from affiliate_commissions
      union all
      select currency, 0, -balance from ledger_accounts where kind = 'club.commission_owed'
    ) as money
    group by currency having sum(noted) <> sum(held)`;

const sums = sql`
  select 'The sums of member ' || user_id || ' on level ' || level || ' (' || status || ') are not those of the commissions.' as fault
    from (
      select user_id, level, status, 1 as commissions, amount from affiliate_commissions
      union all
      select user_id, level, status, -commissions, -amount from affiliate_commission_sums
    ) as both_sides
    group by user_id, level, status having sum(commissions) <> 0 or sum(amount) <> 0`;
