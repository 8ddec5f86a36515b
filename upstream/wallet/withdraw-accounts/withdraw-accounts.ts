/** The withdraw accounts of a member. Rules: docs/product/wallet.md#withdraw-accounts. */
import type { z } from '@hono/zod-openapi';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { maskIban } from '../../contract/iban';
import type { WithdrawAccount } from '../../contract/withdraw-accounts';
import { writeAudit } from '../../database/audit';
import type { Database, Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { lockUser, type UserRow } from '../../members/users';
import { openWithdrawal } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { walletWithdrawalDrafts, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { isHolder } from './holder';
import { readBic, readIban } from './iban';
import { takesMoney } from './payee';
import { tellOfAccount } from './withdraw-accounts.notices';
import { walletWithdrawAccounts } from './withdraw-accounts.tables';
import { textsIn } from './withdraw-accounts.texts';

export type WithdrawAccountRow = typeof walletWithdrawAccounts.$inferSelect;

interface TypedWithdrawAccount {
  name: string;
  holder: string;
  iban: string;
  bic?: string | undefined;
}

/** The typed account with bare IBAN and BIC. */
interface WithdrawAccountInput extends Omit<TypedWithdrawAccount, 'bic'> {
  bic: string | null;
}

const live = (userId: number) =>
  and(eq(walletWithdrawAccounts.userId, userId), isNull(walletWithdrawAccounts.deletedAt));

/** Returns the default first, then the newest. */
export function listWithdrawAccounts(db: Queryable, userId: number): Promise<WithdrawAccountRow[]> {
  const { isDefault, id } = walletWithdrawAccounts;
  return db.select().from(walletWithdrawAccounts).where(live(userId)).orderBy(desc(isDefault), desc(id));
}

/**
 * Returns the typed account as it would be stored. It runs before the member is asked for a code.
 * @throws InvalidFields by field; Conflict `address_missing`, or `too_many_withdraw_accounts` at the maximum
 */
export async function checkWithdrawAccount(
  db: Queryable,
  user: UserRow,
  typed: TypedWithdrawAccount,
  { language }: Pick<Caller, 'language'>,
): Promise<WithdrawAccountInput> {
  const texts = textsIn(language);
  if (!user.addressIsFilled) throw new Conflict('address_missing', texts.addressMissing);
  const { iban, fault } = readIban(typed.iban);
  const { bic, fault: bicFault } = readBic(typed.bic, iban);
  const errors: Record<string, string[]> = {};
  if (!isLine(typed.name)) errors.name = [texts.line];
  if (fault) errors.iban = [texts[fault]];
  // Only a valid IBAN tells whether the BIC is needed and fits.
  else if (bicFault) errors.bic = [texts[bicFault]];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  const held = await listWithdrawAccounts(db, user.id);
  if (held.some((account) => account.iban === iban)) throw new InvalidFields({ iban: [texts.ibanTaken] });
  const { max } = walletConfig.withdraw_account;
  if (held.length >= max) throw new Conflict('too_many_withdraw_accounts', texts.tooMany(max));
  return { name: typed.name, holder: typed.holder, iban, bic };
}

/** False for characters that must not get into mails and bank files. */
const isLine = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Bidi_Control}<>]/u.test(text);

/**
 * Adds an account, which takes money after the waiting time, and tells the member. An account with another holder is
 * disabled until staff have checked it. The first account that is not disabled becomes the default.
 * @throws as `checkWithdrawAccount`, also when two are added at once
 */
export async function createWithdrawAccount(
  tx: Tx,
  deps: Deps,
  userId: number,
  typed: TypedWithdrawAccount,
  caller: Caller,
): Promise<WithdrawAccountRow> {
  const { now } = caller;
  const user = await lockUser(tx, userId);
  const wanted = await checkWithdrawAccount(tx, user, typed, caller);
  const isDisabled = !isHolder(wanted.holder, user);
  const held = await listWithdrawAccounts(tx, userId);
  const [added] = await tx
    .insert(walletWithdrawAccounts)
    .values({
      ...wanted,
      userId,
      isDisabled,
      usableAt: new Date(now.getTime() + walletConfig.withdraw_account.cool_down_hours * 3600_000),
      isDefault: !isDisabled && !held.some(({ isDefault }) => isDefault),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!added) throw new InvalidFields({ iban: [textsIn(caller.language).ibanTaken] });
  await audit(tx, 'withdraw_account.created', added, caller);
  await tellOfAccount(tx, deps, user, added, 'added', now);
  return added;
}

/**
 * Renames an account, or makes it the default.
 * @throws NotFound; InvalidFields; Conflict `withdraw_account_disabled` for a default that takes no money
 */
export async function changeWithdrawAccount(
  db: Database,
  userId: number,
  id: number,
  wanted: { name?: string | undefined; is_default?: true | undefined },
  caller: Caller,
): Promise<WithdrawAccountRow> {
  const texts = textsIn(caller.language);
  if (wanted.name !== undefined && !isLine(wanted.name)) throw new InvalidFields({ name: [texts.line] });
  return transaction(db, async (tx) => {
    const user = await lockUser(tx, userId);
    const account = await getWithdrawAccount(tx, userId, id);
    const becomesDefault = wanted.is_default === true && !account.isDefault;
    if (becomesDefault && !takesMoney(account, user)) throw new Conflict('withdraw_account_disabled', texts.disabled);
    if (becomesDefault) await tx.update(walletWithdrawAccounts).set({ isDefault: false }).where(live(userId));
    const name = wanted.name ?? account.name;
    const isDefault = account.isDefault || becomesDefault;
    await tx.update(walletWithdrawAccounts).set({ name, isDefault }).where(eq(walletWithdrawAccounts.id, id));
    if (becomesDefault || name !== account.name) await audit(tx, 'withdraw_account.changed', account, caller);
    return { ...account, name, isDefault };
  });
}

/**
 * Returns the member's account if it can be deleted.
 * @throws NotFound; Conflict `withdraw_account_in_use` while a withdrawal to it is open
 */
export async function getDeletable(
  db: Queryable,
  userId: number,
  id: number,
  { language }: Pick<Caller, 'language'>,
): Promise<WithdrawAccountRow> {
  const account = await getWithdrawAccount(db, userId, id);
  const { withdrawAccountId, status } = walletWithdrawals;
  const open = await db.$count(walletWithdrawals, and(eq(withdrawAccountId, id), inArray(status, openWithdrawal)));
  if (open > 0) throw new Conflict('withdraw_account_in_use', textsIn(language).inUse);
  return account;
}

/** Deletes an account and tells the member. Another account becomes the default. Throws as `getDeletable`. */
export async function deleteWithdrawAccount(
  tx: Tx,
  deps: Deps,
  userId: number,
  id: number,
  caller: Caller,
): Promise<void> {
  const { now } = caller;
  const user = await lockUser(tx, userId);
  const account = await getDeletable(tx, userId, id, caller);
  await tx.delete(walletWithdrawalDrafts).where(eq(walletWithdrawalDrafts.withdrawAccountId, id));
  await tx
    .update(walletWithdrawAccounts)
    .set({ deletedAt: now, isDefault: false })
    .where(eq(walletWithdrawAccounts.id, id));
  await ensureDefault(tx, user);
  await audit(tx, 'withdraw_account.deleted', account, caller);
  await tellOfAccount(tx, deps, user, account, 'deleted', now);
}

/** If there is no default, makes the account that takes money first the default. */
export async function ensureDefault(tx: Tx, user: UserRow): Promise<void> {
  const { usableAt, id } = walletWithdrawAccounts;
  const held = await tx.select().from(walletWithdrawAccounts).where(live(user.id)).orderBy(asc(usableAt), asc(id));
  if (held.some(({ isDefault }) => isDefault)) return;
  const next = held.find((account) => takesMoney(account, user));
  if (next) await tx.update(walletWithdrawAccounts).set({ isDefault: true }).where(eq(id, next.id));
}

/** Returns the member's own account. Throws `NotFound` also for a deleted one. */
async function getWithdrawAccount(db: Queryable, userId: number, id: number): Promise<WithdrawAccountRow> {
  const [account] = await db
    .select()
    .from(walletWithdrawAccounts)
    .where(and(live(userId), eq(walletWithdrawAccounts.id, id)));
  if (!account) throw new NotFound();
  return account;
}

const audit = (tx: Tx, action: string, { id, userId }: WithdrawAccountRow, { now, ip, requestId }: Caller) =>
  writeAudit(tx, now, { action, actorId: userId, userId, ip, requestId, detail: { account: id } });

/** Returns the account in the shape of the contract, with its status at `now` for this member. */
export function showWithdrawAccount(
  row: WithdrawAccountRow,
  member: Pick<UserRow, 'firstname' | 'lastname'>,
  now: Date,
): z.infer<typeof WithdrawAccount> {
  const isDisabled = !takesMoney(row, member);
  return {
    id: row.id,
    type: 'sepa',
    name: row.name,
    holder: row.holder,
    iban: row.iban,
    bic: row.bic,
    bank_name: row.bankName,
    status: isDisabled ? 'disabled' : now < row.usableAt ? 'cooling_down' : 'active',
    usable_at: row.usableAt.toISOString(),
    is_default: row.isDefault && !isDisabled,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    masked: maskIban(row.iban),
  };
}
