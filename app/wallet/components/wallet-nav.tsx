import { NavLink } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';

const PAGES = {
  '': 'overview',
  '/transactions': 'transactions',
  '/orders': 'orders',
  '/withdrawals': 'withdrawals',
} as const;

/** `aria-current` marks the current link, so no link needs a class. */
const noClass = () => undefined;

/** Links to the pages of the wallet, under the heading of each page with a list. */
export function WalletNav() {
  const { t } = useTranslation('wallet');
  return (
    <nav className="tabs no-print" aria-label={t('overview.pages.label')}>
      {Object.entries(PAGES).map(([path, name]) => (
        <Fragment key={path}>
          <NavLink to={`/financial${path}`} end className={noClass}>
            {t(`overview.pages.${name}`)}
          </NavLink>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
