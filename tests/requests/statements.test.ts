import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growingSales } from '../../upstream/growing/sales/sales.tables';
import { users } from '../../upstream/members/members.tables';
import { type Club, startClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { openOrders } from '../support/orders';
import { root } from '../support/server-process';
import { Visitor } from '../support/visitor';

/** The largest number of statements for each page. A figure may fall, but never rise. */
const MOST = {
  '/dashboard': 6,
  '/financial': 6,
  '/financial/action/make-deposit': 2,
  '/financial/action/make-withdraw': 3,
  '/financial/orders': 2,
  '/financial/statement': 1,
  '/financial/transactions': 2,
  '/financial/transactions?direction=in': 5,
  '/financial/transactions?q=transfer&min=1&from=2020-01-01': 9,
  '/financial/transactions/year': 3,
  '/financial/withdrawals': 2,
  '/growing/sale': 2,
  '/growing/sale/:open': 3,
  '/growing/sale/:open/review?quantity=2&from=0.00': 2,
  '/growing/room/H2': 4,
  '/growing': 3,
  '/growing/plants': 4,
  '/support/faq': 2,
  '/support/faq/withdrawals': 2,
  '/support/faq?q=Auszahlung': 2,
  '/support/faq?q=xyzzyq': 3,
  '/header/counters': 1,
  '/notifications': 3,
  '/settings/2fa': 2,
  '/settings/account': 2,
  '/settings/address': 2,
  '/settings/api-token': 2,
  '/settings/devices': 3,
  '/settings/notifications': 3,
  '/settings/privacy': 3,
  '/settings/sponsor': 1,
  '/settings/terms': 3,
  '/settings/withdraw-accounts': 2,
};

describe('the statements of SQL of a page', () => {
  let club: Club;
  const anna = { email: 'anna@example.org', password: 'almende-demo' };
  let visitor: Visitor;
  beforeAll(async () => {
    const counter = pathToFileURL(join(root, 'tests/support/statement-counter.mjs'));
    club = await startClub({ NODE_OPTIONS: `--import=${counter}` });
    visitor = new Visitor(club.url);
    await visitor.signIn(anna);
  }, 180_000);
  afterAll(() => club?.stop());

  async function listStatements(page: string): Promise<string[]> {
    const path = page.replace(':open', await findOpenSale());
    await club.server.ask({ statements: true });
    expect((await visitor.get(path)).status).toBe(200);
    const sent = await club.server.ask<string[]>({ statements: true });
    // That the session was seen is noted once a minute, on whichever page is next.
    return sent.filter((statement) => !statement.startsWith('update "auth_sessions" set "last_seen_at"'));
  }

  async function findOpenSale(): Promise<string> {
    const { label, roomCode } = growingSales;
    const [sale] = await club.db.select({ label }).from(growingSales).where(eq(roomCode, 'H4'));
    if (!sale) throw new Error('No sale is open');
    return sale.label;
  }

  it.each(Object.entries(MOST))('of %s are at most %i', async (path, most) => {
    const sent = await listStatements(path);
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('of every page are as many when the lists of the member are longer', async () => {
    const few = await countAll();
    await growLists();
    expect(await countAll()).toEqual(few);
  });

  async function countAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const path of Object.keys(MOST)) counts[path] = (await listStatements(path)).length;
    return counts;
  }

  async function growLists(): Promise<void> {
    const [member] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, anna.email));
    if (!member) throw new Error('Anna is gone');
    const { id } = member;
    await openOrders(club, member, { count: 40 });
    await bookDeposits(club, id, 100);
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
});
