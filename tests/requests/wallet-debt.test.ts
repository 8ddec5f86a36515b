import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { readableText, Visitor } from '../support/visitor';
import { equipToWithdraw } from '../support/withdrawals';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

/** Returns a member with a withdraw account and no balance, who owes the club 70.00. */
async function aDebtor(language: 'en' | 'de') {
  const member = await club.member({ language });
  await equipToWithdraw(club, member);
  await club.db.execute(
    sql.raw(`do $$
      declare booked bigint; own integer; owed integer;
      begin
        select id into own from ledger_accounts where user_id = ${member.id} and kind = 'member.available';
        insert into ledger_accounts (kind, user_id, currency, created_at)
          values ('member.debt', ${member.id}, 'EUR', now()) returning id into owed;
        insert into ledger_entries (kind, key, booked_at, salt, postings)
          values ('bank.reversal', 'test:debt:${member.id}', now(), sha256('debt'), 3) returning id into booked;
        insert into ledger_postings (entry_id, account_id, amount)
          select booked, id, case id when own then -49600 when owed then -7000 else 56600 end from ledger_accounts
          where id in (own, owed) or kind = 'club.adjustment' order by id;
        insert into wallet_transactions
          (account_id, position, label, user_id, entry_id, type, status, amount, currency, balance_after, booked_at)
          select account_id, position, 'TX-DEBT' || ${member.id}, ${member.id}, booked, 'adjustment', 'completed', amount,
            currency, balance_after, now() from ledger_postings where entry_id = booked and account_id = own;
      end $$`),
  );
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return visitor;
}

it.each([
  [
    'en' as const,
    /What you owe the club €70\.00/,
    'Until all of it is repaid, you cannot withdraw',
    /You owe the club €70\.00/,
  ],
  [
    'de' as const,
    /Was du dem Verein schuldest 70,00\s€/,
    'Bis alles ausgeglichen ist, kannst du nichts auszahlen',
    /Du schuldest dem Verein 70,00\s€/,
  ],
])('a member reads what they owe, why, and that nothing is withdrawn: %s', async (language, owed, why, refused) => {
  const visitor = await aDebtor(language);
  const dashboard = (await visitor.get('/dashboard')).body;
  expect(dashboard).toMatch(/href="\/financial\/action\/make-deposit">(Repay €70\.00|Gleiche 70,00\s€ aus)</);
  const page = readableText(await visitor.get('/financial'));
  expect(page).toMatch(owed);
  expect(page).toContain(why);
  expect(readableText(await visitor.get('/financial/action/make-withdraw'))).toMatch(refused);
});
