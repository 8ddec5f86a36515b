import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert';

/** What has to be done before an account can be added, and the way there. */
export function MissingForAccounts({ missing }: { missing: 'email' | 'address' }) {
  const { t } = useTranslation('wallet');
  return (
    <Alert kind="warning">
      {t(`accounts.missing_${missing}`)}{' '}
      <Link to={missing === 'email' ? '/settings/account' : '/settings/address'}>{t(`accounts.to_${missing}`)}</Link>
    </Alert>
  );
}
