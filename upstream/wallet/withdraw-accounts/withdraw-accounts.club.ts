import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { maskIban } from '../../contract/iban';
import { transaction } from '../../database/transaction';
import { users } from '../../identity/identity.tables';
import { ensureDefault } from './withdraw-accounts';
import { walletWithdrawAccounts } from './withdraw-accounts.tables';
import { tellOfEnabling } from './withdraw-accounts.told';

const waits = and(eq(walletWithdrawAccounts.isDisabled, true), isNull(walletWithdrawAccounts.deletedAt));

/** `withdraw-accounts list`: those that wait for somebody to look at them. */
export const withdrawAccountsList = defineCommand({
  name: 'withdraw-accounts list',
  summary: 'List the accounts for withdrawals that are disabled, because their holder is not the member',
  positionals: [],
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now) =>
    transaction(deps.db, async (tx) => {
      const rows = await tx
        .select({ account: walletWithdrawAccounts, firstname: users.firstname, lastname: users.lastname })
        .from(walletWithdrawAccounts)
        .innerJoin(users, eq(users.id, walletWithdrawAccounts.userId))
        .where(waits)
        .orderBy(asc(walletWithdrawAccounts.id));
      await auditStaff(tx, now, { action: 'withdraw_account.listed' });
      const accounts = rows.map(({ account: { id, userId, holder, iban, createdAt }, firstname, lastname }) => ({
        id,
        user: userId,
        member: `${firstname} ${lastname}`,
        holder,
        iban: maskIban(iban),
        since: createdAt.toISOString(),
      }));
      const lines = accounts.map(
        ({ id, user, member, holder, iban, since }) =>
          `${id}  ${iban}  holder ${holder}; member ${member} (${user}); since ${since.slice(0, 10)}`,
      );
      return { lines: lines.length > 0 ? lines : ['No account is disabled.'], data: { accounts } };
    }),
});

/** `withdraw-accounts enable ID --reason …`: staff have made sure that the account is the member's. */
export const withdrawAccountsEnable = defineCommand({
  name: 'withdraw-accounts enable',
  summary: 'Let withdrawals go to an account that is disabled',
  positionals: ['id'],
  options: {
    reason: { value: 'TEXT', summary: 'why, for the member, who reads it; 10 to 500 characters', required: true },
  },
  details: 'ID stands in withdraw-accounts list. Make sure first that the account is the member’s own.',
  given: z.strictObject({
    id: z
      .string()
      .regex(/^\d{1,9}$/, 'is no number')
      .transform(Number),
    reason: z.string().trim().min(10, 'needs at least 10 characters').max(500, 'has more than 500 characters'),
  }),
  run: (deps, { id, reason }, now) =>
    transaction(deps.db, async (tx) => {
      const [account] = await tx
        .update(walletWithdrawAccounts)
        .set({ isDisabled: false })
        .where(and(eq(walletWithdrawAccounts.id, id), waits))
        .returning();
      if (!account) throw new CommandFailed(`There is no disabled account ${id}.`);
      await ensureDefault(tx, account.userId);
      // The reason may say much about the member, and what stands in the audit log stays for good.
      await auditStaff(tx, now, {
        action: 'withdraw_account.enabled',
        userId: account.userId,
        detail: { account: id },
      });
      await tellOfEnabling(tx, deps, account, reason, now);
      return {
        lines: [`Account ${id} of member ${account.userId} (${maskIban(account.iban)}) is enabled; they are told.`],
        data: { id, user: account.userId },
      };
    }),
});
