/** What must always be true of the wallet's tables. */
import type { Database } from '../database/database';

/** Each part finds rows that break a promise: `fault` names the promise, `at` the row. */
export const brokenPromises = `
  select 'postings of an entry do not sum to 0' as fault, entry_id::text as at
    from ledger_postings group by entry_id, currency having sum(amount) <> 0
  union all
  select 'balance is not the sum of its postings', id::text from ledger_accounts a
    where (balance, postings) <>
      (select coalesce(sum(amount), 0), count(*) from ledger_postings where account_id = a.id)
  union all
  select 'overdrawn', id::text from ledger_accounts where kind like 'member.%' and kind <> 'member.debt' and balance < 0
  union all
  select 'available money beside a debt', d.user_id::text from ledger_accounts d
    join ledger_accounts a on a.user_id = d.user_id and a.currency = d.currency and a.kind = 'member.available'
    where d.kind = 'member.debt' and d.balance < 0 and a.balance > 0
  union all
  select 'open withdrawal beside a debt', w.label from wallet_withdrawals w
    join ledger_accounts d on d.user_id = w.user_id and d.kind = 'member.debt' and d.balance < 0
    where w.status in ('pending', 'approved')
  union all
  select 'posting without its transaction', p.account_id || '/' || p.position
    from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.kind = 'member.available'
    left join wallet_transactions t on t.account_id = p.account_id and t.position = p.position
    where (t.entry_id, t.amount, t.balance_after, t.user_id) is distinct from (p.entry_id, p.amount, p.balance_after, a.user_id)
  union all
  select 'transactions with a gap', account_id::text from wallet_transactions
    group by account_id having count(*) <> max(position) or min(position) <> 1
  union all
  select 'held is not what open withdrawals and orders hold', u.id::text from users u
    where coalesce((select balance from ledger_accounts where kind = 'member.held' and user_id = u.id), 0)
      <> (select coalesce(sum(amount), 0) from wallet_withdrawals
          where user_id = u.id and status in ('pending', 'approved', 'processing'))
        + (select coalesce(sum(held), 0) from wallet_orders where user_id = u.id)
  union all
  select 'withdrawal is ' || w.status || ', its transaction ' || t.status, w.label
    from wallet_withdrawals w left join wallet_transactions t on t.label = w.transaction_label
    where t.status is distinct from case
      when w.status in ('pending', 'approved', 'processing') then 'pending'
      when w.status in ('completed', 'failed') then w.status else 'reversed' end
  union all
  select 'withdrawal has other money than it should', w.label from wallet_withdrawals w
    where (select sum(amount) from wallet_transactions where reference_label = w.label) is distinct from case
      when w.status in ('canceled', 'rejected', 'failed') then 0
      when w.status = 'returned' then -w.fee else -w.amount end
  union all
  select 'order was paid other than it says', o.label from wallet_orders o
    where type = 'deposit' and amount_paid <> (select coalesce(sum(amount), 0) from wallet_transactions
      where reference_label = o.label and type = 'deposit')
  union all
  select 'history of an order ends elsewhere', o.label from wallet_orders o
    where status is distinct from (select status from wallet_order_steps where order_label = o.label order by id desc limit 1)
  union all
  select 'history of a withdrawal ends elsewhere', w.label from wallet_withdrawals w
    where status is distinct from
      (select status from wallet_withdrawal_steps where withdrawal_label = w.label order by id desc limit 1)`;

/** Returns the broken promises; none if all are kept. */
export const listBrokenPromises = async ({ db }: { db: Database }): Promise<unknown[]> =>
  (await db.$client.query(brokenPromises)).rows;
