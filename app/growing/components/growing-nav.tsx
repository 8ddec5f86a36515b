import { NavLink } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';

const PAGES = { '': 'overview', '/plants': 'plants', '/sale': 'sales' } as const;

/** `aria-current` marks the current link, so no link needs a class. */
const noClass = () => undefined;

/** Links to the pages of growing, under the heading of each page with a list. */
export function GrowingNav() {
  const { t } = useTranslation('growing');
  return (
    <nav className="tabs no-print" aria-label={t('pages.label')}>
      {Object.entries(PAGES).map(([path, name]) => (
        <Fragment key={path}>
          <NavLink to={`/growing${path}`} end className={noClass}>
            {t(`pages.${name}`)}
          </NavLink>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
