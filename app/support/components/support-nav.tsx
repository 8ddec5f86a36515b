import { NavLink } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';

const PAGES = {
  '/support/faq': 'faq',
  '/support/tickets': 'tickets',
  '/support/contact/categories': 'contact',
} as const;

/** `aria-current` marks the current link, so no link needs a class. */
const noClass = () => undefined;

/** Links to the pages of support, under the heading of each page with a list. */
export function SupportNav() {
  const { t } = useTranslation('support');
  return (
    <nav className="tabs no-print" aria-label={t('nav.label')}>
      {Object.entries(PAGES).map(([path, name]) => (
        <Fragment key={path}>
          <NavLink to={path} className={noClass}>
            {t(`nav.${name}`)}
          </NavLink>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
