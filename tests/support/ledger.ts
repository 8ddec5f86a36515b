import { sql } from 'drizzle-orm';
import { newLabel } from '../../upstream/wallet/labels';
import type { Club } from './club';

let bookings = 0;

/**
 * Books deposits of 1.00, 2.00 … euro for a member in one transaction. A known key is refused. The money comes from the
 * club's own account, because no bank statement contains it.
 */
export async function bookDeposits(
  { db, clock }: Club,
  userId: number,
  count: number,
  key = `test:${process.pid}:${++bookings}`,
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  const labels = Array.from({ length: count }, () => newLabel('TX'));
  // One statement is one transaction. An entry without its postings would be refused.
  await db.execute(
    sql.raw(`do $$
      declare booked bigint;
      begin
        insert into ledger_accounts (kind, user_id, currency, created_at)
          values ('club.adjustment', null, 'EUR', '${at}'), ('member.available', ${userId}, 'EUR', '${at}') on conflict do nothing;
        for n in 1..${count} loop
          insert into ledger_entries (kind, key, booked_at, salt, postings)
            values ('deposit', '${key}:' || n, '${at}', sha256(('${key}:' || n)::bytea), 2) returning id into booked;
          insert into ledger_postings (entry_id, account_id, amount)
            select booked, id, case kind when 'club.adjustment' then -100 * n else 100 * n end
            from ledger_accounts where kind = 'club.adjustment' or (kind = 'member.available' and user_id = ${userId}) order by id;
          insert into wallet_transactions
            (account_id, position, label, user_id, entry_id, type, status, amount, currency, balance_after, booked_at)
            select account_id, position, ('{${labels}}'::text[])[n], ${userId}, booked, 'deposit', 'completed', amount, currency,
              balance_after, '${at}'
            from ledger_postings where entry_id = booked and amount > 0;
        end loop;
      end $$`),
  );
}
