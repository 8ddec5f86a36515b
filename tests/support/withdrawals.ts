import { eq } from 'drizzle-orm';
import { ledgerAccounts } from '../../upstream/ledger/ledger.tables';
import { walletWithdrawAccounts } from '../../upstream/wallet/withdraw-accounts/withdraw-accounts.tables';
import type { Club } from './club';
import { bookDeposits } from './ledger';
import { codeIn } from './mailbox';
import type { Member } from './members';
import type { Visitor } from './visitor';

const WITHDRAW = '/financial/action/make-withdraw';
const DAY_MS = 24 * 3600_000;

/** Gives a member 496.00 in the balance and a withdraw account after its waiting time. Returns the account's id. */
export async function equipToWithdraw(club: Club, { id, name }: Member): Promise<number> {
  const long = new Date(club.clock.now() - 30 * DAY_MS);
  await bookDeposits(club, id, 31);
  const account = { name: 'Girokonto', holder: name, iban: 'DE75512108001245126199', isDefault: true };
  const [added] = await club.db
    .insert(walletWithdrawAccounts)
    .values({ userId: id, ...account, usableAt: long, createdAt: long })
    .returning();
  if (!added) throw new Error('The account was not written');
  return added.id;
}

/** Returns the balances in cents, as the ledger has them. */
export async function readBalances({ db }: Club, { id }: Member): Promise<{ available: bigint; held: bigint }> {
  const rows = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, id));
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { available: of('member.available'), held: of('member.held') };
}

/** Adds a member's first withdraw account, which is still in its waiting time. */
export async function coolDown({ db, clock }: Club, { id, name }: Member): Promise<void> {
  const createdAt = new Date(clock.now());
  const usableAt = new Date(createdAt.getTime() + DAY_MS);
  const account = { name: 'Girokonto', holder: name, iban: 'DE75512108001245126199', isDefault: true };
  await db.insert(walletWithdrawAccounts).values({ userId: id, ...account, usableAt, createdAt });
}

/** Requests the code for a draft. Returns the review page and the mailed code. */
export async function askForCode(club: Club, visitor: Visitor, { email }: Member, path: string) {
  const asked = await visitor.submit(await visitor.get(path), 'review-withdraw');
  const mail = await club.mailbox.waitFor({ to: email, subject: /code/i });
  return { asked, code: codeIn(mail) };
}

/** Withdraws by the pages. Returns the label. */
export async function withdraw(club: Club, visitor: Visitor, member: Member, amount = '250'): Promise<string> {
  const draft = await visitor.submit(await visitor.get(WITHDRAW), 'withdraw', { amount });
  const { asked, code } = await askForCode(club, visitor, member, draft.location ?? '');
  const done = await visitor.submit(asked, 'review-withdraw', { verification_code: code });
  const label = /WD-\w{9}$/.exec(done.location ?? '')?.[0];
  if (!label) throw new Error(`The withdrawal was answered ${done.status}`);
  return label;
}
