import { NavLink } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';

const PAGES = { '': 'overview', '/team': 'team', '/commissions': 'commissions' } as const;

/** `aria-current` marks the current link, so no link needs a class. */
const noClass = () => undefined;

/** Links to the pages of the team, under the heading of each. */
export function AffiliateNav() {
  const { t } = useTranslation('affiliate');
  return (
    <nav className="tabs no-print" aria-label={t('pages.label')}>
      {Object.entries(PAGES).map(([path, name]) => (
        <Fragment key={path}>
          <NavLink to={`/affiliate${path}`} end className={noClass}>
            {t(`pages.${name}`)}
          </NavLink>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
