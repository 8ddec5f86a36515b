/** Tells a member about their withdraw accounts: by a notification, and by mail if the e-mail address is confirmed. */
import { maskIban } from '../../contract/iban';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { sendMail } from '../../mail/mail';
import type { UserRow } from '../../members/users';
import { createNotification, type NewNotification } from '../../notifications/notifications';
import { accountAddedMail, accountDeletedMail } from './withdraw-accounts.mails';
import type { walletWithdrawAccounts } from './withdraw-accounts.tables';

type Row = Pick<typeof walletWithdrawAccounts.$inferSelect, 'name' | 'iban' | 'holder' | 'isDisabled' | 'usableAt'>;

const page = '/settings/withdraw-accounts';

/** Must run in the transaction of the change. */
export async function tellOfAccount(
  tx: Tx,
  deps: Deps,
  user: UserRow,
  account: Row,
  what: 'added' | 'deleted',
  now: Date,
): Promise<void> {
  if (user.emailVerifiedAt) {
    const masked = maskIban(account.iban);
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: what === 'added' ? accountAddedMail : accountDeletedMail,
      data: { ...account, firstname: user.firstname, masked, url: deps.config.publicUrl + page },
    });
  }
  await createNotification({ ...deps, db: tx }, accountNotice(user.id, account, what, now));
}

/** Returns the notification alone, without its mail. */
export function accountNotice(
  userId: number,
  { name, iban }: Pick<Row, 'name' | 'iban'>,
  what: 'added' | 'deleted',
  now: Date,
): NewNotification {
  const masked = maskIban(iban);
  const title =
    what === 'added'
      ? { en: 'New withdraw account', de: 'Neues Auszahlungskonto' }
      : { en: 'Withdraw account deleted', de: 'Auszahlungskonto gelöscht' };
  return {
    userId,
    type: `security.withdraw_account_${what}`,
    title,
    description: {
      en: `“${name}”, ${masked}. If this was not you, set a new password now.`,
      de: `„${name}“, ${masked}. Wenn du das nicht warst, setze gleich ein neues Passwort.`,
    },
    class: 'shield',
    status: 'warning',
    url: page,
    hasOwnMail: true,
    now,
  };
}

/** Tells the member that staff enabled the account, and why. */
export async function tellOfEnabling(
  tx: Tx,
  deps: Deps,
  { userId, name, iban }: Pick<typeof walletWithdrawAccounts.$inferSelect, 'userId' | 'name' | 'iban'>,
  reason: string,
  now: Date,
): Promise<void> {
  const masked = maskIban(iban);
  await createNotification(
    { ...deps, db: tx },
    {
      userId,
      type: 'security.withdraw_account_enabled',
      title: { en: 'Your withdraw account is enabled', de: 'Dein Auszahlungskonto ist freigegeben' },
      description: { en: `“${name}”, ${masked}: ${reason}`, de: `„${name}“, ${masked}: ${reason}` },
      class: 'wallet',
      status: 'success',
      url: page,
      now,
    },
  );
}
