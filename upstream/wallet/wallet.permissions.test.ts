/** Staff commands that touch money, and the permission that each of them needs. */
import { expect, it } from 'vitest';
import type { ClubCommand } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { actorNumbered } from '../identity/staff/staff.testing';
import { allPermissions } from '../members/permissions';
import { paymentsAssign } from './bank/assign.club';
import { paymentsImport, paymentsUnmatched } from './bank/bank.club';
import { paymentsOverrule, paymentsReconcile } from './bank/overrule.club';
import { payoutsExport, payoutsFail, payoutsList, payoutsShow } from './bank/payouts.club';
import { ordersRefund } from './orders/orders.club';
import { now } from './wallet.testing';
import { withdrawAccountsEnable } from './withdraw-accounts/withdraw-accounts.club';
import { withdrawalsApprove, withdrawalsReject } from './withdrawals/withdrawals.club';

const reason = 'They called us.';

/** Each command has valid arguments, so that only a missing permission stops it. */
const commands: [ClubCommand, permission: string, given: Record<string, unknown>][] = [
  [paymentsImport, 'payouts.export', { file: '<Document/>' }],
  [paymentsUnmatched, 'payouts.export', {}],
  [paymentsAssign, 'payouts.export', { id: 1, to: 'club', reason }],
  [paymentsReconcile, 'payouts.export', {}],
  [paymentsOverrule, 'payouts.export', { what: 'line:1', as: 'own', reason }],
  [payoutsExport, 'payouts.export', { file: 'payouts.xml' }],
  [payoutsList, 'payouts.export', {}],
  [payoutsShow, 'payouts.export', { id: 'PO-1' }],
  [payoutsFail, 'payouts.export', { label: 'WD-1', reason }],
  [ordersRefund, 'payouts.export', { label: 'OR-4GW0CB1CV', reason }],
  [withdrawAccountsEnable, 'withdrawals.approve', { id: '1', reason }],
  [withdrawalsApprove, 'withdrawals.approve', { label: 'WD-1' }],
  [withdrawalsReject, 'withdrawals.approve', { label: 'WD-1', reason }],
];

describeOnEachDatabase('a command that touches money', (open) => {
  it('is refused to whoever of the staff has every permission but its own, and leaves no trace', async () => {
    const club = await open();
    for (const [command, permission, given] of commands) {
      const others = allPermissions.filter((one) => one !== permission);
      const asked = Promise.resolve().then(() => command.run(club, given, now, actorNumbered(1, others)));
      await expect(asked, command.name).rejects.toThrow(`Greta Holm has no permission ${permission}.`);
    }
    expect(await club.db.$count(auditLog)).toBe(0);
  });
});
