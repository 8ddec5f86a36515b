/** Makes the lists of a member longer, for the test that counts the statements of their pages. */
import { sql } from 'drizzle-orm';
import type { Club } from './club';
import { bookDeposits } from './ledger';
import type { Member } from './members';
import { openOrders } from './orders';

/** Adds rows to each list of the member, whose ticket gets another page. */
export async function growLists(club: Club, member: Pick<Member, 'id'>, ticket: string): Promise<void> {
  const { id } = member;
  await growTeam(club, id);
  await openOrders(club, member, { count: 40 });
  await bookDeposits(club, id, 100);
  await writeMessages(club, ticket, 100);
  await club.db.execute(sql`
      insert into notifications (id, user_id, type, title, description, icon_class, status, read_at, created_at, updated_at)
      select gen_random_uuid(), ${id}, 'growing.x', '{"en":"x","de":"x"}', '{"en":"x","de":"x"}', 'plant', 'info',
        case when number % 2 = 0 then now() end, now(), now()
      from generate_series(1, 200) as number`);
  await club.db.execute(sql`
      insert into auth_sessions (id, user_id, created_at, expires_at, last_seen_at, device_name)
      select gen_random_uuid(), ${id}, now(), now() + interval '1 day', now(), 'Firefox' from generate_series(1, 40)`);
  // Rows of a past that the rules of a new withdrawal do not allow at once.
  await club.db.execute(
    sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at)
          select ${id}, 'Giro ' || number, 'Anna', 'DE02' || lpad(number::text, 18, '0'), now(), now()
          from generate_series(1, 20) as number;
        insert into wallet_withdrawals select (jsonb_populate_record(one, jsonb_build_object(
            'label', 'WD-' || number, 'draft_id', gen_random_uuid(), 'transaction_label', 'TX-' || number,
            'cancel_token_hash', sha256(number::text::bytea)))).*
          from wallet_withdrawals as one cross join generate_series(1, 40) as number
          where one.label = (select min(label) from wallet_withdrawals where user_id = ${id} and status = 'completed');
      end $$`),
  );
}

/** Members who join Anna's first line, and copies of her commissions. */
async function growTeam(club: Club, id: number): Promise<void> {
  await club.db.execute(sql`
      insert into users (firstname, lastname, email, language, ref_hash, referrer_id, created_at, updated_at)
      select 'Mia', 'Neu', 'new.' || number || '@example.org', 'de', 'grown' || number, ${id}, now(), now()
      from generate_series(1, 60) as number`);
  await club.db.execute(
    sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into affiliate_commissions select (jsonb_populate_record(one, jsonb_build_object('id', 'CM-' || number,
            'order_label', 'OR-' || number, 'transaction_label', 'TC-' || number))).*
          from affiliate_commissions as one cross join generate_series(1, 60) as number
          where one.id = (select min(id) from affiliate_commissions where user_id = ${id} and status = 'paid');
        insert into affiliate_commission_sums (user_id, level, status, commissions, amount)
          values (${id}, 1, 'paid', 60, 60);
      end $$`),
  );
}

/** Messages and tickets of a past that the rules of new ones do not allow at once. */
export const writeMessages = (club: Club, ticket: string, count: number) =>
  club.db.execute(
    sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into support_messages (id, ticket_id, user_id, position, replies, author, body, created_at, search)
          select gen_random_uuid(), id, user_id, messages + number, replies, 'member', 'Text', now(), ''
          from support_tickets cross join generate_series(1, ${count}) as number where id = ${ticket};
        update support_tickets set messages = messages + ${count} where id = ${ticket};
        insert into support_tickets (user_id, category, subject, status, status_since, created_at, last_reply_at, messages, search)
          select user_id, 'deposits', 'Question ' || number, 'open', now(), now(), now(), 1, search
          from support_tickets cross join generate_series(1, ${count}) as number where id = ${ticket};
        update support_ticket_counts as counts set open_tickets = open_tickets + ${count}
          from support_tickets where support_tickets.id = ${ticket} and counts.user_id = support_tickets.user_id;
      end $$`),
  );
