/** Notifies a member of a withdrawal: a mail for its request, a notification and a mail for its end. */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import type { UserRow } from '../../members/users';
import { createNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import { confirmByMail } from '../receipts/confirmation';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import type { WithdrawalRow } from './steps';
import { endMail, requestedMail } from './withdrawals.mails';
import { endNotice, paidOrGivenBack, type WithdrawalEnd } from './withdrawals.notices';

interface WithdrawalNotice {
  kind: WithdrawalEnd;
  withdrawal: WithdrawalRow;
  member: UserRow;
  /** The transaction whose receipt goes with the mail. */
  transactionLabel: string;
  now: Date;
}

/**
 * Sends the mail that names amount, payee and account, with the link that cancels. `token` is valid while the
 * withdrawal is pending.
 */
export async function confirmRequest(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config'>,
  { withdrawal, member, token }: { withdrawal: WithdrawalRow; member: UserRow; token: string },
): Promise<void> {
  const { label, amount, fee, currency, estimatedOn } = withdrawal;
  const { language, firstname } = member;
  const text = (minor: bigint) => inWords(minor, currency, language);
  const data = {
    ...(await getTarget(tx, withdrawal)),
    firstname,
    label,
    amount: text(amount),
    net: text(amount - fee),
    fee: fee > 0n ? text(fee) : null,
    day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(estimatedOn)),
    cancelUrl: `${deps.config.publicUrl}/cancel-withdrawal/${token}`,
  };
  const { transactionLabel } = withdrawal;
  await confirmByMail(tx, deps, { transactionLabel, to: member.email, language, template: requestedMail, data });
}

/** Writes mail and notification in the caller's transaction. A deleted member gets neither. */
export async function notifyMember(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config' | 'broadcaster'>,
  { kind, withdrawal, member, transactionLabel, now }: WithdrawalNotice,
): Promise<void> {
  if (member.deletedAt) return;
  const { label, failureReason: reason } = withdrawal;
  await createNotification({ ...deps, db: tx }, endNotice(kind, withdrawal, now));
  const { payee, lastFour } = await getTarget(tx, withdrawal);
  const { language, firstname } = member;
  const amount = inWords(paidOrGivenBack(kind, withdrawal), withdrawal.currency, language);
  const url = `${deps.config.publicUrl}/financial/withdraw/${label}`;
  const data = { kind, firstname, label, amount, payee, lastFour, reason, url };
  await confirmByMail(tx, deps, { transactionLabel, to: member.email, language, template: endMail, data });
}

/** Returns the payee and the last four characters of the IBAN. */
async function getTarget(tx: Tx, { withdrawAccountId }: Pick<WithdrawalRow, 'withdrawAccountId'>) {
  const [account] = await tx
    .select()
    .from(walletWithdrawAccounts)
    .where(eq(walletWithdrawAccounts.id, withdrawAccountId));
  if (!account) throw new Error('The account of the withdrawal is gone');
  return { payee: account.holder, lastFour: account.iban.slice(-4) };
}
