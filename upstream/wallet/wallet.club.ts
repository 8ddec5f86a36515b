import type { ClubCommand } from '../club/command';
import { paymentsAssign } from './bank/assign.club';
import { paymentsImport, paymentsUnmatched } from './bank/bank.club';
import { paymentsOverrule, paymentsReconcile } from './bank/overrule.club';
import { payoutsExport, payoutsFail, payoutsList, payoutsShow } from './bank/payouts.club';
import { debtsList } from './debts/debts.club';
import { ordersList, ordersRefund } from './orders/orders.club';
import { withdrawAccountsEnable, withdrawAccountsList } from './withdraw-accounts/withdraw-accounts.club';
import { withdrawalsApprove, withdrawalsList, withdrawalsReject } from './withdrawals/withdrawals.club';

/** In the order of the usage. */
export const walletCommands: readonly ClubCommand[] = [
  ordersList,
  ordersRefund,
  withdrawalsList,
  withdrawalsApprove,
  withdrawalsReject,
  paymentsImport,
  paymentsUnmatched,
  paymentsAssign,
  paymentsReconcile,
  paymentsOverrule,
  debtsList,
  payoutsExport,
  payoutsList,
  payoutsShow,
  payoutsFail,
  withdrawAccountsList,
  withdrawAccountsEnable,
];
