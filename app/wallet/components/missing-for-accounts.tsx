import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Link } from '../../ui/link';

/** What the member must do before adding an account, with a link. */
export function MissingForAccounts({ missing }: { missing: 'email' | 'address' }) {
  const { t } = useTranslation('wallet');
  return (
    <Alert kind="warning">
      {t(`accounts.missing_${missing}`)}{' '}
      <Link to={missing === 'email' ? '/settings/account' : '/settings/address'}>{t(`accounts.to_${missing}`)}</Link>
    </Alert>
  );
}
