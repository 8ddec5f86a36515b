/** The staff command for members' debts. */
import { and, asc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, defineCommand } from '../../club/command';
import { transaction } from '../../database/transaction';
import { decimal } from '../../ledger/ledger';
import { ledgerAccounts } from '../../ledger/ledger.tables';
import { users } from '../../members/members.tables';

/** `debts list` reads the balances of the ledger, also those of members who have left. */
export const debtsList = defineCommand({
  name: 'debts list',
  summary: 'List what members owe the club because the bank reversed a payment that they had used',
  positionals: [],
  proof: 'required',
  options: {},
  details:
    'What a member receives repays their debt first. Until then no withdrawal of theirs is approved or exported.',
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const { userId, kind, balance, currency } = ledgerAccounts;
      const rows = await tx
        .select({ user: users.id, firstname: users.firstname, lastname: users.lastname, balance, currency })
        .from(ledgerAccounts)
        .innerJoin(users, eq(users.id, userId))
        .where(and(eq(kind, 'member.debt'), lt(balance, 0n)))
        .orderBy(asc(balance), asc(userId));
      await auditStaff(tx, now, { actor, action: 'debts.listed' });
      const debts = rows.map((row) => ({ ...row, amount: decimal(-row.balance, row.currency) }));
      const lines = debts.map(
        ({ user, firstname, lastname, amount, currency: unit }) =>
          `member ${user}  ${firstname} ${lastname}  ${amount} ${unit}`,
      );
      return {
        lines: lines.length > 0 ? lines : ['No member owes the club anything.'],
        data: { debts: debts.map(({ user, amount, currency: unit }) => ({ user, amount, currency: unit })) },
      };
    }),
});
