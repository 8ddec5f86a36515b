import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { maskIban } from '../../contract/iban';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { lockUser } from '../../members/users';
import { nameOf, takesMoney } from './payee';
import { ensureDefault } from './withdraw-accounts';
import { tellOfEnabling } from './withdraw-accounts.notices';
import { walletWithdrawAccounts } from './withdraw-accounts.tables';

const isLive = isNull(walletWithdrawAccounts.deletedAt);

/** `withdraw-accounts list` shows the accounts that wait for a check by staff. */
export const withdrawAccountsList = defineCommand({
  name: 'withdraw-accounts list',
  summary: 'List the withdraw accounts that are disabled because their holder is not the member',
  positionals: [],
  proof: 'required',
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const rows = await tx
        .select({ account: walletWithdrawAccounts, firstname: users.firstname, lastname: users.lastname })
        .from(walletWithdrawAccounts)
        .innerJoin(users, eq(users.id, walletWithdrawAccounts.userId))
        .where(isLive)
        .orderBy(asc(walletWithdrawAccounts.id));
      await auditStaff(tx, now, { actor, action: 'withdraw_account.listed' });
      const waiting = rows.filter(({ account, ...member }) => !takesMoney(account, member));
      const accounts = waiting.map(({ account: { id, userId, holder, iban, createdAt }, ...member }) => ({
        id,
        user: userId,
        member: nameOf(member),
        holder,
        iban: maskIban(iban),
        since: createdAt.toISOString(),
      }));
      const lines = accounts.map(
        ({ id, user, member, holder, iban, since }) =>
          `${id}  ${iban}  holder ${holder}; member ${member} (${user}); since ${since.slice(0, 10)}`,
      );
      return { lines: lines.length > 0 ? lines : ['No withdraw account is disabled.'], data: { accounts } };
    }),
});

/** `withdraw-accounts enable ID --reason …` enables an account that staff have confirmed as the member's. */
export const withdrawAccountsEnable = defineCommand({
  name: 'withdraw-accounts enable',
  summary: 'Enable a disabled withdraw account',
  positionals: ['id'],
  proof: 'required',
  permission: 'withdrawals.approve',
  options: {
    reason: { value: 'TEXT', summary: 'why; 10 to 500 characters; the member reads it', required: true },
  },
  details: 'withdraw-accounts list shows the ID. Make sure first that the account is the member’s own.',
  given: z.strictObject({
    id: z
      .string()
      .regex(/^\d{1,9}$/, 'is not a number')
      .transform(Number),
    reason: z.string().trim().min(10, 'needs at least 10 characters').max(500, 'has more than 500 characters'),
  }),
  run: (deps, { id, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const isAccount = and(eq(walletWithdrawAccounts.id, id), isLive);
      const find = () => tx.select().from(walletWithdrawAccounts).where(isAccount);
      const [known] = await find();
      const member = known && (await lockUser(tx, known.userId));
      // Read again, because another call may have held the member's lock.
      const [account] = member ? await find() : [];
      if (!member || !account || takesMoney(account, member))
        throw new CommandFailed(`There is no disabled withdraw account ${id}.`);
      if (account.userId === actor.id) throw new CommandFailed(`Withdraw account ${id} is ${actor.name}’s own.`);
      await tx
        .update(walletWithdrawAccounts)
        .set({ isDisabled: false, enabledFor: nameOf(member) })
        .where(isAccount);
      await ensureDefault(tx, member);
      // The audit log does not contain the reason: it may say much about the member, and the log is kept for good.
      await auditStaff(tx, now, {
        actor,
        action: 'withdraw_account.enabled',
        userId: account.userId,
        detail: { account: id },
      });
      await tellOfEnabling(tx, deps, account, reason, now);
      return {
        lines: [
          `Account ${id} of member ${account.userId} (${maskIban(account.iban)}) is enabled; the member is told.`,
        ],
        data: { id, user: account.userId },
      };
    }),
});
