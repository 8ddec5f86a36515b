import { sql } from 'drizzle-orm';
import { newLabel } from '../../upstream/wallet/labels';
import type { Club } from './club';

let bookings = 0;

/** Books deposits of 1.00, 2.00 … euro for a member, at once; a key that was booked before is refused. */
export async function bookDeposits(
  { db, clock }: Club,
  userId: number,
  count: number,
  key = `test:${process.pid}:${++bookings}`,
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  const labels = Array.from({ length: count }, () => newLabel('TX'));
  // One statement, and so one transaction: on its own an entry without postings is refused.
  await db.execute(
    sql.raw(`do $$
      declare booked bigint;
      begin
        insert into ledger_accounts (kind, user_id, currency, created_at)
          values ('club.bank', null, 'EUR', '${at}'), ('member.available', ${userId}, 'EUR', '${at}') on conflict do nothing;
        for n in 1..${count} loop
          insert into ledger_entries (kind, key, booked_at, salt)
            values ('deposit', '${key}:' || n, '${at}', sha256(('${key}:' || n)::bytea)) returning id into booked;
          insert into ledger_postings (entry_id, account_id, amount)
            select booked, id, case kind when 'club.bank' then -100 * n else 100 * n end
            from ledger_accounts where kind = 'club.bank' or (kind = 'member.available' and user_id = ${userId}) order by id;
          insert into wallet_transactions
            (account_id, position, label, user_id, entry_id, type, status, amount, currency, balance_after, booked_at)
            select account_id, position, ('{${labels}}'::text[])[n], ${userId}, booked, 'deposit', 'completed', amount, currency,
              balance_after, '${at}'
            from ledger_postings where entry_id = booked and amount > 0;
        end loop;
      end $$`),
  );
}
