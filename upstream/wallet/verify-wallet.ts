/** Compares the tables of the wallet with the ledger, for `ledger verify`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';

/**
 * Returns at most `most` faults as plain sentences, read in the caller's snapshot. The database sorts and sums, so that
 * memory does not grow with history. The queries call no function of the schema, because an owner who disables triggers
 * can also replace functions.
 */
export async function listWalletFaults(tx: Tx, most: number): Promise<string[]> {
  const faults: string[] = [];
  for (const check of [transactions, holds, withdrawals, orders, refunds, transfers]) {
    const { rows } = await tx.execute<{ fault: string }>(sql`${check} order by 1 limit ${most - faults.length}`);
    faults.push(...rows.map(({ fault }) => fault));
    if (faults.length >= most) break;
  }
  return faults;
}

/** Formats minor units for staff. Every currency of the club has two decimals. */
const money = (amount: SQL, currency: SQL) =>
  sql`to_char((${amount}) / 100.0, 'FM9999999999999990.00') || ' ' || ${currency}`;

const transactions = sql`
  select 'Transaction ' || t.label || ' differs from its posting ' || t.position || ' of account ' || t.account_id || '.' as fault
    from wallet_transactions t
    left join ledger_postings p on p.account_id = t.account_id and p.position = t.position
    left join ledger_accounts a on a.id = t.account_id and a.kind = 'member.available'
    where (t.entry_id, t.amount, t.balance_after, t.currency::text, t.user_id)
      is distinct from (p.entry_id, p.amount, p.balance_after, p.currency, a.user_id)
  union all
  select 'Posting ' || p.position || ' of account ' || p.account_id || ' has no transaction.'
    from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.kind = 'member.available'
    where not exists (select 1 from wallet_transactions t where t.account_id = p.account_id and t.position = p.position)`;

const holds = sql`
  select 'Member ' || user_id || ' has ' || ${money(sql`sum(held)`, sql`currency`)} || ' held, and open withdrawals and orders of '
      || ${money(sql`sum(open)`, sql`currency`)} || '.' as fault
    from (
      select user_id, currency, balance as held, 0 as open from ledger_accounts where kind = 'member.held'
      union all
      select user_id, currency::text, 0, amount from wallet_withdrawals where status in ('pending', 'approved', 'processing')
      union all
      select user_id, currency::text, 0, held from wallet_orders where held > 0
    ) as money
    group by user_id, currency having sum(held) <> sum(open)`;

/** Each withdrawal must have exactly the entries of its state, and a transaction with the matching status. */
const withdrawals = sql`
  select 'Withdrawal ' || w.label || ' is ' || w.status || ', and its ' || due.event || case
      when not due.wanted then ' is booked.'
      when b.amounts is null then ' is not booked.'
      else ' is booked with other amounts or for another member.' end as fault
    from wallet_withdrawals w
    cross join lateral (values
      ('hold', true, jsonb_build_object('member.available', -w.amount, 'member.held', w.amount)),
      ('release', w.status in ('canceled', 'rejected', 'failed'),
        jsonb_build_object('member.held', -w.amount, 'member.available', w.amount)),
      ('settlement', w.status in ('completed', 'returned'),
        jsonb_build_object('member.held', -w.amount, 'club.bank', w.amount - w.fee)
          || case when w.fee > 0 then jsonb_build_object('club.fees', w.fee) else '{}' end),
      ('return', w.status = 'returned',
        jsonb_build_object('club.bank', w.fee - w.amount, 'member.available', w.amount - w.fee))
    ) as due (event, wanted, amounts)
    left join lateral (
      select jsonb_object_agg(a.kind, p.amount) as amounts,
        bool_and(p.currency = w.currency and (a.user_id is null or a.user_id = w.user_id)) as is_own
      from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
      where e.key = 'withdrawal:' || w.label || ':' || due.event
    ) as b on true
    where case when due.wanted then due.amounts is distinct from b.amounts or not b.is_own else b.amounts is not null end
  union all
  select 'Withdrawal ' || w.label || ' is ' || w.status || ', and its transaction ' || w.transaction_label || ' is '
      || coalesce(t.status, 'missing') || '.'
    from wallet_withdrawals w left join wallet_transactions t on t.label = w.transaction_label
    where t.status is distinct from case
      when w.status in ('pending', 'approved', 'processing') then 'pending'
      when w.status in ('completed', 'failed') then w.status else 'reversed' end`;

/**
 * The amount paid for an order must be credited to its member. Plants and tickets are then debited from the balance.
 */
const orders = sql`
  select 'Order ' || o.label || ' is ' || o.status || ' and says that ' || ${money(sql`o.amount_paid`, sql`o.currency`)}
      || ' were paid; credited are ' || ${money(sql`b.credited`, sql`o.currency`)} || ', taken from the balance '
      || ${money(sql`b.bought`, sql`o.currency`)} || '.' as fault
    from wallet_orders o
    cross join lateral (
      select coalesce(sum(amount) filter (where type = 'deposit'), 0) as credited,
        coalesce(-sum(amount) filter (where type = o.type and type <> 'deposit'), 0) as bought
      from wallet_transactions
      where reference_kind = 'order' and reference_label = o.label and user_id = o.user_id and currency = o.currency
    ) as b
    where o.type = 'deposit' and o.amount_paid <> b.credited
      or o.amount_paid > b.credited + b.bought
      or o.type <> 'deposit' and o.status in ('completed', 'refunded') and b.bought <> o.amount
      or o.status in ('paid', 'completed', 'refunded') and o.amount_paid < o.amount
      or o.status = 'partially_paid' and o.amount_paid = 0`;

const refunds = sql`
  select 'Order ' || o.label || ' is ' || o.status || case when o.status = 'refunded'
      then ', and its refund is not booked.' else ', and its refund is booked.' end as fault
    from wallet_orders o
    where (o.status = 'refunded') <> exists (
      select 1 from ledger_entries e join wallet_transactions t on t.entry_id = e.id
      where e.key = 'order:' || o.label || ':refund' and t.type = 'refund' and t.user_id = o.user_id
        and t.amount = case when o.type = 'deposit' then -o.amount else o.amount end)`;

/** The bank transfers must sum to the negated balance of `club.bank`, because money at the bank is negative there. */
const transfers = sql`
  select 'The bank transfers sum to ' || ${money(sql`sum(transferred)`, sql`currency`)} || ', and club.bank holds '
      || ${money(sql`sum(held)`, sql`currency`)} || '.' as fault
    from (
      select currency::text as currency, amount as transferred, 0 as held from wallet_bank_transfers where outcome <> 'duplicate'
      union all
      select currency, 0, -balance from ledger_accounts where kind = 'club.bank'
    ) as money
    group by currency having sum(transferred) <> sum(held)
  union all
  select 'Transfer ' || t.id || ' of ' || ${money(sql`t.amount`, sql`t.currency`)} || ' is credited, and its entry moves club.bank by '
      || ${money(sql`b.moved`, sql`t.currency`)} || '.'
    from wallet_bank_transfers t
    cross join lateral (
      select coalesce(-sum(p.amount), 0) as moved
      from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.kind = 'club.bank'
      where p.entry_id = t.entry_id
    ) as b
    where t.outcome = 'credited' and b.moved <> t.amount`;
