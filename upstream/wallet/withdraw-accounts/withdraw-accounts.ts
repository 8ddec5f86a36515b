/** Where a member's withdrawals go. Rules: product/wallet.md, "Withdraw accounts". */
import type { z } from '@hono/zod-openapi';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { maskIban } from '../../contract/iban';
import type { WithdrawAccount } from '../../contract/withdraw-accounts';
import { writeAudit } from '../../database/audit';
import type { Database, Queryable, Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Conflict, InvalidFields, NotFound } from '../../http/problems';
import { type Caller, lockUser, type UserRow } from '../../identity/identity';
import { openWithdrawal } from '../limits/limits';
import { walletConfig } from '../wallet.config';
import { walletWithdrawalDrafts, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { isHolder } from './holder';
import { readBic, readIban } from './iban';
import { walletWithdrawAccounts } from './withdraw-accounts.tables';
import { textsIn } from './withdraw-accounts.texts';
import { tellOfAccount } from './withdraw-accounts.told';

export type WithdrawAccountRow = typeof walletWithdrawAccounts.$inferSelect;

interface Typed {
  name: string;
  holder: string;
  iban: string;
  bic?: string | undefined;
}

/** IBAN and BIC bare. */
interface Wanted extends Omit<Typed, 'bic'> {
  bic: string | null;
}

const { max, cool_down_hours: coolDownHours } = walletConfig.withdraw_account;
const live = (userId: number) =>
  and(eq(walletWithdrawAccounts.userId, userId), isNull(walletWithdrawAccounts.deletedAt));

/** The default first, then the newest. */
export function listWithdrawAccounts(db: Queryable, userId: number): Promise<WithdrawAccountRow[]> {
  const { isDefault, id } = walletWithdrawAccounts;
  return db.select().from(walletWithdrawAccounts).where(live(userId)).orderBy(desc(isDefault), desc(id));
}

/**
 * What is typed as it would be kept, before anybody is asked for a code.
 * @throws InvalidFields by field; Conflict `address_missing`, or `too_many_withdraw_accounts` with ten
 */
export async function checkWithdrawAccount(
  db: Queryable,
  user: UserRow,
  typed: Typed,
  { language }: Pick<Caller, 'language'>,
): Promise<Wanted> {
  const texts = textsIn(language);
  if (!user.addressIsFilled) throw new Conflict('address_missing', texts.addressMissing);
  const { iban, fault } = readIban(typed.iban);
  const { bic, fault: bicFault } = readBic(typed.bic, iban);
  const errors: Record<string, string[]> = {};
  for (const field of ['name', 'holder'] as const) if (!isLine(typed[field])) errors[field] = [texts.line];
  if (fault) errors.iban = [texts[fault]];
  // Whether the BIC is needed, and fits, is seen by a right IBAN alone.
  else if (bicFault) errors.bic = [texts[bicFault]];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  const held = await listWithdrawAccounts(db, user.id);
  if (held.some((account) => account.iban === iban)) throw new InvalidFields({ iban: [texts.ibanTaken] });
  if (held.length >= max) throw new Conflict('too_many_withdraw_accounts', texts.tooMany);
  return { name: typed.name, holder: typed.holder, iban, bic };
}

/** It is printed in mails and bank files. */
const isLine = (text: string): boolean => !/[\p{Cc}\p{Cs}\p{Bidi_Control}<>]/u.test(text);

/**
 * Adds an account that takes money in a day, and tells the member. One whose holder is not the member is disabled, until
 * staff have looked at it. The first that is not disabled becomes the default.
 * @throws as `checkWithdrawAccount`, also where two are added at once
 */
export async function createWithdrawAccount(
  tx: Tx,
  deps: Deps,
  userId: number,
  typed: Typed,
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
      usableAt: new Date(now.getTime() + coolDownHours * 3600_000),
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
    await lockUser(tx, userId);
    const account = await getWithdrawAccount(tx, userId, id);
    const becomesDefault = wanted.is_default === true && !account.isDefault;
    if (becomesDefault && account.isDisabled) throw new Conflict('withdraw_account_disabled', texts.disabled);
    if (becomesDefault) await tx.update(walletWithdrawAccounts).set({ isDefault: false }).where(live(userId));
    const name = wanted.name ?? account.name;
    const isDefault = account.isDefault || becomesDefault;
    await tx.update(walletWithdrawAccounts).set({ name, isDefault }).where(eq(walletWithdrawAccounts.id, id));
    if (becomesDefault || name !== account.name) await audit(tx, 'withdraw_account.changed', account, caller);
    return { ...account, name, isDefault };
  });
}

/**
 * The member's account where it can be deleted.
 * @throws NotFound; Conflict `withdraw_account_in_use` while a withdrawal to it is under way
 */
export async function findDeletable(
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

/** Deletes an account and tells the member; another one becomes the default. Throws as `findDeletable`. */
export async function deleteWithdrawAccount(
  tx: Tx,
  deps: Deps,
  userId: number,
  id: number,
  caller: Caller,
): Promise<void> {
  const { now } = caller;
  const user = await lockUser(tx, userId);
  const account = await findDeletable(tx, userId, id, caller);
  await tx.delete(walletWithdrawalDrafts).where(eq(walletWithdrawalDrafts.withdrawAccountId, id));
  await tx
    .update(walletWithdrawAccounts)
    .set({ deletedAt: now, isDefault: false })
    .where(eq(walletWithdrawAccounts.id, id));
  await ensureDefault(tx, userId);
  await audit(tx, 'withdraw_account.deleted', account, caller);
  await tellOfAccount(tx, deps, user, account, 'deleted', now);
}

/** Makes the account that takes money first the default, where there is none. */
export async function ensureDefault(tx: Tx, userId: number): Promise<void> {
  const { usableAt, id, isDisabled, isDefault } = walletWithdrawAccounts;
  if ((await tx.$count(walletWithdrawAccounts, and(live(userId), isDefault))) > 0) return;
  const next = tx
    .select({ id })
    .from(walletWithdrawAccounts)
    .where(and(live(userId), eq(isDisabled, false)))
    .orderBy(asc(usableAt), asc(id))
    .limit(1);
  await tx.update(walletWithdrawAccounts).set({ isDefault: true }).where(inArray(id, next));
}

/** The member's own account; `NotFound` also for one that was deleted. */
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

/** In the shape of the contract, as it stands at `now`. */
export function showWithdrawAccount(row: WithdrawAccountRow, now: Date): z.infer<typeof WithdrawAccount> {
  return {
    id: row.id,
    type: 'sepa',
    name: row.name,
    holder: row.holder,
    iban: row.iban,
    bic: row.bic,
    bank_name: row.bankName,
    status: row.isDisabled ? 'disabled' : now < row.usableAt ? 'cooling_down' : 'active',
    usable_at: row.usableAt.toISOString(),
    is_default: row.isDefault,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    masked: maskIban(row.iban),
  };
}
