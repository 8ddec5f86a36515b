import { NavLink } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

const PAGES = { '': 'overview', '/transactions': 'transactions', '/orders': 'orders', '/withdrawals': 'withdrawals' };

/** The wallet's pages, under the heading of each that lists something. */
export function WalletNav() {
  const { t } = useTranslation('wallet');
  return (
    <nav className="tabs no-print" aria-label={t('overview.pages.label')}>
      {Object.entries(PAGES).map(([path, name]) => (
        <NavLink key={path} to={`/financial${path}`} end>
          {t(`overview.pages.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
